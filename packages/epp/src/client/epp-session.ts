/**
 * One EPP session: connect, greeting, login, then one command at a time. Errors before the write
 * mean that nothing was sent; after the write only a valid reply proves the outcome.
 */

import type { CommandCodec } from '../codecs/command-codec.ts';
import {
  decodeGreeting,
  encodeHello,
  type Greeting,
  negotiateServices,
  type Services,
} from '../codecs/session/greeting.ts';
import { type LoginRequest, login, logout } from '../codecs/session/login.ts';
import { type LoginEvent, readLoginEvents } from '../codecs/session/login-security.ts';
import { compact } from '../compact.ts';
import { decodeResponse, type EppResponse } from '../epp-response.ts';
import { EppResultError } from '../epp-result-error.ts';
import { EppNotSentError, EppOutcomeUnknownError, type NotSentReason } from '../errors.ts';
import { redactText } from '../redact-frame.ts';
import { endsSession } from '../result-codes.ts';
import { writeDocument } from '../xml/write-xml.ts';
import { openSocket } from './connection.ts';
import { FrameExchange, NoReplyError } from './frame-exchange.ts';
import { type PreparedCommand, prepareCommand } from './prepare-command.ts';
import type { EppReply, SendOptions } from './send-options.ts';
import { type ResolvedOptions, resolveOptions, type SessionOptions } from './session-options.ts';

/** A logout has no effect at the registry, so its answer is not worth a long wait. */
const logoutMsMax = 3_000;

/** Connects and logs in. Every failure is an EppNotSentError: no command has been sent yet. */
export async function openSession(options: SessionOptions): Promise<EppSession> {
  const resolved = resolveOptions(options);
  const socket = await openSocket(resolved).catch((cause) =>
    notSent('connect', `cannot connect to ${resolved.host}:${resolved.port}`, cause),
  );
  const exchange = new FrameExchange(socket, resolved);
  const abort = () => exchange.destroy(new Error('connecting was cancelled'));
  resolved.signal?.addEventListener('abort', abort, { once: true });
  try {
    if (resolved.signal?.aborted) abort();
    const greeting = await receiveGreeting(exchange, resolved);
    const services = negotiateServices(greeting, resolved.services);
    const tlsVersion = socket.getProtocol() ?? 'unknown';
    const session = new EppSession(exchange, { greeting, services, tlsVersion, options: resolved });
    session.loginEvents = await logIn(session, resolved);
    if (session.loginEvents.length > 0) {
      exchange.log(() => ({ event: 'login-events', events: session.loginEvents }));
    }
    return session;
  } catch (error) {
    exchange.destroy();
    throw error;
  } finally {
    resolved.signal?.removeEventListener('abort', abort);
  }
}

export class EppSession {
  readonly greeting: Greeting;
  readonly services: Services;
  readonly tlsVersion: string;
  /** What the server said about password, certificate and connection (RFC 8807). */
  loginEvents: readonly LoginEvent[] = [];
  readonly #exchange: FrameExchange;
  readonly #options: ResolvedOptions;
  #busy = false;

  constructor(
    exchange: FrameExchange,
    agreed: {
      greeting: Greeting;
      services: Services;
      tlsVersion: string;
      options: ResolvedOptions;
    },
  ) {
    this.#exchange = exchange;
    this.greeting = agreed.greeting;
    this.services = agreed.services;
    this.tlsVersion = agreed.tlsVersion;
    this.#options = agreed.options;
  }

  get isOpen(): boolean {
    return this.#exchange.isOpen;
  }

  /** Resolves when the session has ended, for any reason. */
  get closed(): Promise<void> {
    return this.#exchange.closed;
  }

  /** Sends one command. Rejects with EppResultError, EppOutcomeUnknownError or EppNotSentError only. */
  async send<Request, Result>(
    codec: CommandCodec<Request, Result>,
    request: Request,
    options: SendOptions = {},
  ): Promise<EppReply<Result>> {
    const clTRID = options.clTRID ?? this.#options.newClTRID();
    return this.sendPrepared(prepareCommand(codec, request, clTRID), options);
  }

  async sendPrepared<Result>(
    command: PreparedCommand<Result>,
    options: SendOptions = {},
  ): Promise<EppReply<Result>> {
    this.#claim();
    try {
      this.#requireServices(command.uris);
      await runBeforeSend(command, options);
      // The server may have closed the connection by now; nothing is awaited from here to the write.
      if (!this.isOpen) notSent('session-closed', 'the session closed before the write');
      return await this.#transact(command, options.timeoutMs ?? this.#options.commandTimeoutMs);
    } finally {
      this.#busy = false;
    }
  }

  /** Keeps the session alive; the server answers with its greeting again. */
  async hello(): Promise<Greeting> {
    this.#claim();
    try {
      const xml = writeDocument(encodeHello());
      const root = await this.#exchange.roundTrip(xml, this.#options.commandTimeoutMs, []);
      return decodeGreeting(root);
    } catch (cause) {
      this.destroy('keep-alive failed');
      return notSent('session-closed', 'the server did not answer hello', cause);
    } finally {
      this.#busy = false;
    }
  }

  /** Sends logout and closes, also when the server does not answer. */
  async logout(): Promise<void> {
    if (this.isOpen && !this.#busy) {
      await this.send(
        logout,
        {},
        { timeoutMs: Math.min(logoutMsMax, this.#options.commandTimeoutMs) },
      ).catch(() => undefined);
    }
    this.destroy('logged out');
    await this.closed;
  }

  destroy(reason: string): void {
    this.#exchange.destroy(new Error(reason));
  }

  #claim(): void {
    if (!this.isOpen) notSent('session-closed', 'the session is closed');
    if (this.#busy) notSent('session-busy', 'another command is in flight on this session');
    this.#busy = true;
  }

  #requireServices(uris: readonly string[]): void {
    const agreed = [...this.services.objectUris, ...this.services.extensionUris];
    const missing = uris.find((uri) => !agreed.includes(uri));
    if (missing !== undefined) notSent('unsupported', `the server does not offer ${missing}`);
  }

  async #transact<Result>(
    command: PreparedCommand<Result>,
    timeoutMs: number,
  ): Promise<EppReply<Result>> {
    const { clTRID } = command;
    const secrets = [this.#options.credentials.password, ...command.secrets];
    try {
      const root = await this.#exchange.roundTrip(command.xml, timeoutMs, secrets);
      const response = decodeResponse(root);
      requireMatchingClTRID(response, clTRID);
      const { code } = response;
      const hasNoClTRID = response.clTRID === undefined;
      if (endsSession(code) || hasNoClTRID) this.destroy(`ended by result ${code}`);
      if (code >= 2000) {
        throw new EppResultError({
          response,
          clTRID,
          message: redactText(describe(response), secrets),
        });
      }
      return reply(response, clTRID, command.decode(response));
    } catch (error) {
      if (error instanceof EppResultError) throw error;
      const reason = error instanceof NoReplyError ? error.reason : 'bad-reply';
      const cause = error instanceof NoReplyError ? error.cause : error;
      // A later frame on this connection could be the reply to this command.
      this.destroy(`no valid reply: ${reason}`);
      throw new EppOutcomeUnknownError({ reason, clTRID, cause });
    }
  }
}

async function receiveGreeting(
  exchange: FrameExchange,
  options: ResolvedOptions,
): Promise<Greeting> {
  try {
    const greeting = decodeGreeting(await exchange.nextFrame(options.greetingTimeoutMs, []));
    if (!greeting.versions.includes('1.0')) throw new Error('the server does not offer EPP 1.0');
    exchange.log(() => ({ event: 'opened', serverId: greeting.serverId }));
    return greeting;
  } catch (cause) {
    return notSent('greeting', 'the server sent no usable greeting', cause);
  }
}

async function logIn(
  session: EppSession,
  options: ResolvedOptions,
): Promise<readonly LoginEvent[]> {
  const { languages } = session.greeting;
  const { newPassword, userAgent } = options;
  const request: LoginRequest = {
    ...options.credentials,
    ...compact({ newPassword, userAgent }),
    version: '1.0',
    language: languages.includes(options.language) ? options.language : (languages[0] ?? 'en'),
    services: session.services,
  };
  const { data } = await session
    .send(login, request)
    .catch((cause) => notSent('login', 'the login failed', cause));
  return data.events;
}

async function runBeforeSend(
  { clTRID, type }: PreparedCommand<unknown>,
  { beforeSend }: SendOptions,
): Promise<void> {
  try {
    await beforeSend?.({ clTRID, type });
  } catch (cause) {
    notSent('before-send', 'beforeSend refused the command', cause);
  }
}

/**
 * A reply without clTRID belongs to this command only when its code says that the server could not
 * read the command or is closing: the server may then not know the id, and only one command is in
 * flight.
 */
function requireMatchingClTRID(response: EppResponse, clTRID: string): void {
  if (response.clTRID === clTRID) return;
  const unreadable = response.code === 2000 || response.code === 2001 || response.code >= 2500;
  if (response.clTRID === undefined && unreadable) return;
  throw new NoReplyError(
    'wrong-cltrid',
    new Error(`the reply has clTRID ${response.clTRID ?? '(none)'}`),
  );
}

function describe(response: EppResponse): string {
  const reasons = response.results.flatMap(({ extValues }) =>
    extValues.map(({ reason }) => reason),
  );
  const events = readLoginEvents(response.extensions).map(({ text }) => text);
  return [response.message, ...reasons, ...events].filter((text) => text !== '').join('; ');
}

function reply<Result>(response: EppResponse, clTRID: string, data: Result): EppReply<Result> {
  const { code, message, svTRID, messageQueue } = response;
  const pending = code === 1001;
  return { ...compact({ code, message, pending, clTRID, svTRID, messageQueue }), data, response };
}

function notSent(reason: NotSentReason, message: string, cause?: unknown): never {
  const detail = cause instanceof Error && cause.message !== '' ? `: ${cause.message}` : '';
  throw new EppNotSentError({ reason, message: `${message}${detail}`, cause });
}

/**
 * The protocol of one connection to the front: greeting, login, commands one after the other. It
 * does not use sockets: it takes frames as bytes and returns documents.
 */

import type { CommandBody, ResultBody } from '../codecs/command-codec.ts';
import {
  encodeGreeting,
  type Greeting,
  isHello,
  type Services,
} from '../codecs/session/greeting.ts';
import { login, logout } from '../codecs/session/login.ts';
import type { LoginEvent } from '../codecs/session/login-security.ts';
import { compact } from '../compact.ts';
import { requireFrameOf } from '../epp-frame.ts';
import { type EppResponse, type EppResult, encodeResponse, plainResult } from '../epp-response.ts';
import { EppSyntaxError } from '../errors.ts';
import { epp } from '../vocabularies.ts';
import { readXml } from '../xml/read-xml.ts';
import { writeDocument } from '../xml/write-xml.ts';
import { childElements, tokenOf, type XmlElement } from '../xml/xml-element.ts';
import { type CommandContext, type EppBackend, EppRefusal, type Peer } from './epp-backend.ts';
import type { EppFault, FaultPlan } from './fault-plan.ts';
import { findRoute } from './find-route.ts';

const loginFailuresMax = 3;

export interface FrontSessionOptions {
  readonly backend: EppBackend;
  readonly faults: FaultPlan;
  readonly peer: Peer;
  greeting(): Greeting;
  newSvTRID(): string;
  /** Records the id and returns whether it was used before, on any session. */
  recordClTRID(clTRID: string): boolean;
  onBackendError(error: unknown): void;
}

/** What the connection does, in order, in response to one frame. */
export interface Reaction {
  readonly xml?: string;
  /** The id of an earlier command, whose reply is sent first. */
  readonly strayClTRID?: string;
  readonly fault?: EppFault;
  readonly close: boolean;
}

interface ReadCommand {
  readonly body: CommandBody;
  readonly clTRID?: string;
}

export class FrontSession {
  readonly #options: FrontSessionOptions;
  #login: { readonly clientId: string; readonly services: Services } | undefined;
  /** By the last login, accepted or not. */
  #announced: readonly string[] = [];
  #loginFailures = 0;
  #previousClTRID: string | undefined;

  constructor(options: FrontSessionOptions) {
    this.#options = options;
  }

  greeting(): string {
    return writeDocument(encodeGreeting(this.#options.greeting()));
  }

  async receive(frame: Buffer): Promise<Reaction> {
    let command: ReadCommand;
    try {
      const root = readXml(frame);
      if (isHello(root)) return { xml: this.greeting(), close: false };
      command = readCommand(root);
    } catch (error) {
      return this.#answer({}, failure(error));
    }
    const { clTRID } = command;
    const clTRIDReused = clTRID !== undefined && this.#options.recordClTRID(clTRID);
    const { type, names } = describe(command.body);
    const fault = this.#options.faults.take({ type, names, clTRIDReused });
    const reaction = await this.#react(command, fault);
    const strayClTRID = this.#previousClTRID ?? 'STRAY-0001';
    this.#previousClTRID = clTRID;
    return compact({ ...reaction, fault, strayClTRID });
  }

  async #react(command: ReadCommand, fault: EppFault | undefined): Promise<Reaction> {
    const early = this.#reactBeforeCommit(command, fault);
    if (early !== undefined) return early;
    const svTRID = this.#options.newSvTRID();
    const pendingWanted = fault?.kind === 'pending';
    try {
      const result = await this.#execute(command, { svTRID, pendingWanted });
      if (fault?.kind === 'result') return this.#answer(command, plainResult(fault.code ?? 2400));
      const code = pendingWanted ? 1001 : (result.code ?? 1000);
      return this.#answer(command, plainResult(code), { result, svTRID });
    } catch (error) {
      if (!isExpected(error)) this.#options.onBackendError(error);
      const events = error instanceof EppRefusal ? error.loginEvents : [];
      const result = login.encodeResult({ events });
      return this.#answer(command, failure(error), { result, svTRID });
    }
  }

  /** Faults that keep the command from the backend. */
  #reactBeforeCommit(command: ReadCommand, fault: EppFault | undefined): Reaction | undefined {
    switch (fault?.kind) {
      case 'refuse-login':
        return this.#answer(command, plainResult(fault.code ?? 2200));
      case 'result':
        if (fault.afterCommit === true) return undefined;
        return this.#answer(command, plainResult(fault.code ?? 2400));
      case 'reset':
        return fault.afterCommit === true ? undefined : { close: true };
      case 'drop-before-commit':
      case 'close-on-reused-cltrid':
        return { close: true };
      case 'silence':
      case 'greeting-then-silence':
        return { close: false };
      default:
        return undefined;
    }
  }

  async #execute(
    { body, clTRID }: ReadCommand,
    given: Pick<CommandContext, 'svTRID' | 'pendingWanted'>,
  ): Promise<ResultBody> {
    const verb = body.command.name;
    if (verb === 'logout') return logout.encodeResult({});
    if (verb === 'login') return this.#logIn(body);
    if (this.#login === undefined) throw new EppRefusal(2002, 'log in first');
    const route = findRoute(body);
    requireAgreed(this.#login.services, route.objectUri, body);
    const run = route.prepare(body, this.#options.backend);
    return run(compact({ ...this.#login, ...given, clTRID }));
  }

  async #logIn(body: CommandBody): Promise<ResultBody> {
    if (this.#login !== undefined) throw new EppRefusal(2002, 'already logged in');
    const request = login.decodeRequest(body);
    const { objectUris, extensionUris, versions, languages } = this.#options.greeting();
    const { clientId, services } = request;
    if (!versions.includes(request.version)) throw new EppRefusal(2100);
    if (!languages.includes(request.language)) throw new EppRefusal(2102, 'unknown language');
    if (services.objectUris.some((uri) => !objectUris.includes(uri))) throw new EppRefusal(2307);
    if (services.extensionUris.some((uri) => !extensionUris.includes(uri)))
      throw new EppRefusal(2103);
    this.#announced = services.extensionUris;
    let events: readonly LoginEvent[] | undefined;
    try {
      events = await this.#options.backend.login(request, this.#options.peer);
    } catch (error) {
      this.#loginFailures += 1;
      const last = this.#loginFailures >= loginFailuresMax && isExpected(error);
      throw last ? new EppRefusal(2501) : error;
    }
    this.#login = { clientId, services };
    return login.encodeResult({ events: events ?? [] });
  }

  #answer(
    { clTRID }: { readonly clTRID?: string },
    result: EppResult,
    given?: { readonly result: ResultBody; readonly svTRID: string },
  ): Reaction {
    const response: EppResponse = compact({
      code: result.code,
      message: result.message,
      results: [result],
      messageQueue: given?.result.messageQueue,
      resData: given?.result.resData ?? [],
      extensions: (given?.result.extensions ?? []).filter(({ uri }) =>
        this.#announced.includes(uri),
      ),
      clTRID,
      svTRID: given?.svTRID ?? this.#options.newSvTRID(),
    });
    const close = result.code === 1500 || result.code >= 2500;
    return { xml: writeDocument(encodeResponse(response)), close };
  }
}

function readCommand(root: XmlElement): ReadCommand {
  const command = requireFrameOf(root, 'command');
  const [first, ...rest] = childElements(command);
  if (first === undefined || first.uri !== epp.uri) throw new EppSyntaxError('<command> is empty');
  const extensions = rest.filter((child) => child.uri === epp.uri && child.name === 'extension');
  const clTRID = epp.optionalToken(command, 'clTRID');
  if (clTRID !== undefined && (clTRID.length < 3 || [...clTRID].length > 64)) {
    throw new EppSyntaxError('a clTRID has 3 to 64 characters');
  }
  return compact({
    body: { command: first, extensions: extensions.flatMap(childElements) },
    clTRID,
  });
}

/** Type and object names for choosing a fault, even when nothing routes the command. */
function describe({ command }: CommandBody): { type: string; names: string[] } {
  if (command.name === 'poll') return { type: `poll:${command.attributes.op ?? ''}`, names: [] };
  const object = childElements(command)[0];
  if (object === undefined || object.uri === epp.uri) return { type: command.name, names: [] };
  const names = childElements(object).filter(({ name }) => name === 'name' || name === 'id');
  const family = object.uri.replace(/^.*:(\w+)-[\d.]+$/, '$1');
  return { type: `${family}:${command.name}`, names: names.map(tokenOf) };
}

function requireAgreed(services: Services, objectUri: string | undefined, body: CommandBody): void {
  if (objectUri !== undefined && !services.objectUris.includes(objectUri)) {
    throw new EppRefusal(2307, 'the object was not announced at login');
  }
  const unknown = body.extensions.find(({ uri }) => !services.extensionUris.includes(uri));
  if (unknown !== undefined)
    throw new EppRefusal(2103, `${unknown.uri} was not announced at login`);
}

function isExpected(error: unknown): error is EppRefusal | EppSyntaxError {
  return error instanceof EppRefusal || error instanceof EppSyntaxError;
}

function failure(error: unknown): EppResult {
  if (error instanceof EppRefusal)
    return plainResult(error.code, compact({ reason: error.reason }));
  if (error instanceof EppSyntaxError) return plainResult(error.code, { reason: error.message });
  return plainResult(2400);
}

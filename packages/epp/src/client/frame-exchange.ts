/**
 * Writes one document and waits for one: the part of a session that deals with timeouts and
 * sockets. It decides whether a reply came, not what the reply means.
 */

import type { TLSSocket } from 'node:tls';
import type { OutcomeUnknownReason } from '../errors.ts';
import { FrameError } from '../frame.ts';
import { redactFrame } from '../redact-frame.ts';
import { readXml } from '../xml/read-xml.ts';
import type { XmlElement } from '../xml/xml-element.ts';
import { Connection } from './connection.ts';
import type { EppLogEvent, ResolvedOptions } from './session-options.ts';

/** No valid frame came; `cause` has the details. */
export class NoReplyError extends Error {
  readonly reason: OutcomeUnknownReason;

  constructor(reason: OutcomeUnknownReason, cause?: unknown) {
    super(`no valid reply: ${reason}`, { cause });
    this.reason = reason;
  }
}

interface Waiting {
  readonly secrets: readonly string[];
  resolve(root: XmlElement): void;
  reject(error: NoReplyError): void;
}

type SessionEvent = EppLogEvent extends infer E
  ? E extends { readonly sessionId: string }
    ? Omit<E, 'sessionId'>
    : never
  : never;

export class FrameExchange {
  readonly closed: Promise<void>;
  readonly #connection: Connection;
  readonly #options: ResolvedOptions;
  #waiting: Waiting | undefined;
  #closeReason: Error | undefined;

  constructor(socket: TLSSocket, options: ResolvedOptions) {
    this.#options = options;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.closed = promise;
    this.#connection = new Connection(socket, options.frameBytesMax, {
      onFrame: (body) => this.#receive(body),
      onClose: (cause) => {
        this.#settleClosed(cause);
        resolve();
      },
    });
  }

  get isOpen(): boolean {
    return this.#closeReason === undefined && this.#connection.isOpen;
  }

  roundTrip(xml: string, timeoutMs: number, secrets: readonly string[]): Promise<XmlElement> {
    const reply = this.nextFrame(timeoutMs, secrets);
    this.#connection.write(xml);
    this.#logFrame('sent', xml, secrets);
    return reply;
  }

  /** Rejects with NoReplyError only. */
  nextFrame(timeoutMs: number, secrets: readonly string[]): Promise<XmlElement> {
    const { promise, resolve, reject } = Promise.withResolvers<XmlElement>();
    const cancelTimeout = this.#options.timers.after(timeoutMs, () => {
      this.#waiting?.reject(new NoReplyError('timeout'));
      this.destroy(new Error(`no reply within ${timeoutMs} ms`));
    });
    const settle = () => {
      cancelTimeout();
      this.#waiting = undefined;
    };
    this.#waiting = {
      secrets,
      resolve: (root) => {
        settle();
        resolve(root);
      },
      reject: (error) => {
        settle();
        reject(error);
      },
    };
    if (!this.isOpen) this.#waiting.reject(new NoReplyError('closed', this.#closeReason));
    return promise;
  }

  /** The first reason given is the one that is logged. */
  destroy(reason?: Error): void {
    this.#closeReason ??= reason ?? new Error('closed by us');
    this.#connection.destroy();
  }

  log(event: () => SessionEvent): void {
    this.#options.log(() => ({ ...event(), sessionId: this.#options.sessionId }));
  }

  #logFrame(
    event: 'sent' | 'received',
    frame: string | Buffer,
    secrets: readonly string[] | undefined,
  ): void {
    if (this.#options.logsFrames) this.log(() => ({ event, xml: redactFrame(frame, secrets) }));
  }

  #receive(body: Buffer): void {
    const waiting = this.#waiting;
    this.#logFrame('received', body, waiting?.secrets);
    if (waiting === undefined) {
      this.destroy(new Error('the server sent an unexpected frame'));
      return;
    }
    try {
      waiting.resolve(readXml(body));
    } catch (error) {
      waiting.reject(new NoReplyError('bad-reply', error));
      this.destroy(new Error('the server sent a frame that is not XML'));
    }
  }

  #settleClosed(cause: Error | undefined): void {
    const closeReason = this.#closeReason ?? cause ?? new Error('closed by the server');
    this.#closeReason = closeReason;
    this.log(() => ({ event: 'closed', reason: closeReason.message }));
    const reason = cause instanceof FrameError ? 'bad-reply' : 'closed';
    this.#waiting?.reject(new NoReplyError(reason, closeReason));
  }
}

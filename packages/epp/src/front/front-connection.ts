/**
 * The socket side of the front: frames in, documents out, and the faults that happen on the wire.
 */

import type { TLSSocket } from 'node:tls';
import { encodeResponse, plainResult } from '../epp-response.ts';
import { encodeFrame, FrameReader } from '../frame.ts';
import { redactFrame } from '../redact-frame.ts';
import type { Timers } from '../timers.ts';
import { writeDocument } from '../xml/write-xml.ts';
import type { FrontSession, Reaction } from './front-session.ts';

export interface FrontConnectionOptions {
  readonly timers: Timers;
  readonly frameBytesMax: number;
  readonly idleMs: number;
  /** Absent without a log, so that frames are redacted only when needed. */
  readonly log?: (event: 'received' | 'sent', xml: string) => void;
  onError(error: unknown): void;
  /** Ends the TCP connection with RST, which a TLS socket cannot do itself. */
  reset(): void;
}

export class FrontConnection {
  readonly #socket: TLSSocket;
  readonly #session: FrontSession;
  readonly #options: FrontConnectionOptions;
  readonly #reader: FrameReader;
  #pending: Promise<void> = Promise.resolve();
  #silent = false;
  #cancelIdle: () => void = () => {};

  constructor(socket: TLSSocket, session: FrontSession, options: FrontConnectionOptions) {
    this.#socket = socket;
    this.#session = session;
    this.#options = options;
    this.#reader = new FrameReader(options.frameBytesMax);
  }

  start(): void {
    // A client may disconnect at any time; the socket is closed, and nothing waits for it.
    this.#socket.on('error', () => {});
    this.#socket.on('data', (chunk: Buffer) => this.#read(chunk));
    this.#socket.on('close', () => this.#cancelIdle());
    this.#waitForFrames();
    this.#write(this.#session.greeting());
  }

  #read(chunk: Buffer): void {
    this.#waitForFrames();
    let frames: Buffer[];
    try {
      frames = this.#reader.push(chunk);
    } catch {
      this.#socket.destroy();
      return;
    }
    for (const frame of frames) {
      this.#pending = this.#pending
        .then(() => this.#handle(frame))
        .catch((error) => {
          this.#options.onError(error);
          this.#socket.destroy();
        });
    }
  }

  #waitForFrames(): void {
    const { idleMs, timers } = this.#options;
    if (!Number.isFinite(idleMs)) return;
    this.#cancelIdle();
    this.#cancelIdle = timers.after(idleMs, () => this.#socket.end());
  }

  async #handle(frame: Buffer): Promise<void> {
    if (this.#silent || this.#socket.destroyed) return;
    this.#options.log?.('received', redactFrame(frame));
    const reaction = await this.#session.receive(frame);
    switch (reaction.fault?.kind) {
      case 'silence':
      case 'greeting-then-silence':
        this.#silent = true;
        return;
      case 'reset':
        this.#options.reset();
        return;
      case 'drop-before-commit':
      case 'drop-after-commit':
      case 'close-on-reused-cltrid':
        this.#socket.destroy();
        return;
      case 'half-frame':
        this.#writeHalf(reaction);
        return;
      case 'bad-xml':
        this.#socket.write(encodeFrame('<epp><response></epp>'));
        return;
      case 'delay':
        await this.#sleep(reaction.fault.delayMs ?? 1_000);
        break;
      case 'out-of-order':
        this.#write(strayReply(reaction.strayClTRID ?? ''));
        break;
      default:
    }
    if (reaction.xml !== undefined) {
      this.#write(reaction.xml);
      if (reaction.fault?.kind === 'duplicate') this.#write(reaction.xml);
    }
    if (reaction.close || reaction.fault?.kind === 'close-when-idle') this.#socket.end();
  }

  #write(xml: string): void {
    this.#options.log?.('sent', redactFrame(xml));
    this.#socket.write(encodeFrame(xml));
  }

  #writeHalf({ xml }: Reaction): void {
    if (xml === undefined) return;
    const frame = encodeFrame(xml);
    this.#socket.end(frame.subarray(0, Math.floor(frame.length / 2)));
  }

  #sleep(delayMs: number): Promise<void> {
    return new Promise((resolve) => {
      this.#options.timers.after(delayMs, resolve);
    });
  }
}

/** A success for an earlier or an unknown clTRID. */
function strayReply(clTRID: string): string {
  const result = plainResult(1000);
  const response = encodeResponse({
    ...result,
    results: [result],
    resData: [],
    extensions: [],
    clTRID,
    svTRID: 'STRAY-0001',
  });
  return writeDocument(response);
}

/**
 * One TLS connection carrying EPP frames, RFC 5734. Certificates are always verified: there is no
 * option to turn that off, only to name the authority that is trusted.
 */

import { isIP } from 'node:net';
import { connect as connectTls, type TLSSocket } from 'node:tls';
import { encodeFrame, FrameReader } from '../frame.ts';
import type { Timers } from '../timers.ts';

export interface ClientTls {
  /** PEM of the authorities to trust instead of the system's. */
  readonly ca?: string | Buffer | readonly string[];
  /** PEM of the client certificate and its key, which most registries demand. */
  readonly cert?: string | Buffer;
  readonly key?: string | Buffer;
  readonly passphrase?: string;
  /** The name the server's certificate must carry, when it is not the host connected to. */
  readonly servername?: string;
}

export interface ConnectionOptions {
  readonly host: string;
  readonly port: number;
  readonly tls: ClientTls;
  readonly connectTimeoutMs: number;
  readonly frameBytesMax: number;
  readonly timers: Timers;
  readonly signal?: AbortSignal;
}

export interface ConnectionEvents {
  onFrame(body: Buffer): void;
  /** Called once; the cause is absent when the peer simply closed. */
  onClose(cause: Error | undefined): void;
}

export class Connection {
  readonly #socket: TLSSocket;
  readonly #reader: FrameReader;
  #closed = false;

  constructor(socket: TLSSocket, frameBytesMax: number, events: ConnectionEvents) {
    this.#socket = socket;
    this.#reader = new FrameReader(frameBytesMax);
    let cause: Error | undefined;
    const close = () => {
      if (this.#closed) return;
      this.#closed = true;
      events.onClose(cause);
    };
    socket.on('data', (chunk: Buffer) => this.#read(chunk, events));
    socket.on('error', (error) => {
      cause ??= error;
    });
    // After `end` the peer cannot answer any more, so the connection is closed.
    socket.on('end', () => {
      if (this.#reader.bufferedBytes > 0)
        cause ??= new Error('the connection ended inside a frame');
      close();
      socket.destroy();
    });
    socket.on('close', close);
    if (socket.destroyed) close();
  }

  get isOpen(): boolean {
    return !this.#closed && this.#socket.writable;
  }

  /** From this call on the peer may have received the document, even if the connection fails. */
  write(xml: string): void {
    this.#socket.write(encodeFrame(xml));
  }

  destroy(cause?: Error): void {
    this.#socket.destroy(cause);
  }

  #read(chunk: Buffer, events: ConnectionEvents): void {
    try {
      for (const body of this.#reader.push(chunk)) {
        // Handling a frame may destroy the connection; later frames of the chunk are then ignored.
        if (this.#socket.destroyed) return;
        events.onFrame(body);
      }
    } catch (error) {
      this.destroy(error instanceof Error ? error : new Error(String(error)));
    }
  }
}

/** Resolves when the handshake is done and the peer's certificate has been verified. */
export function openSocket(options: ConnectionOptions): Promise<TLSSocket> {
  const { host, port, tls, timers, signal } = options;
  return new Promise((resolve, reject) => {
    if (signal?.aborted) {
      reject(new Error('connecting was cancelled'));
      return;
    }
    const servername = tls.servername ?? (isIP(host) === 0 ? host : undefined);
    const socket = connectTls({
      host,
      port,
      minVersion: 'TLSv1.2',
      rejectUnauthorized: true,
      ...(servername === undefined ? {} : { servername }),
      ...(tls.ca === undefined
        ? {}
        : { ca: typeof tls.ca === 'object' && !Buffer.isBuffer(tls.ca) ? [...tls.ca] : tls.ca }),
      ...(tls.cert === undefined ? {} : { cert: tls.cert }),
      ...(tls.key === undefined ? {} : { key: tls.key }),
      ...(tls.passphrase === undefined ? {} : { passphrase: tls.passphrase }),
    });
    // An error between the handshake and the first listener of the session must not be uncaught.
    socket.on('error', () => {});
    const abort = () => socket.destroy(new Error('connecting was cancelled'));
    const cancelTimeout = timers.after(options.connectTimeoutMs, () =>
      socket.destroy(new Error(`no TLS connection within ${options.connectTimeoutMs} ms`)),
    );
    const settle = () => {
      cancelTimeout();
      signal?.removeEventListener('abort', abort);
      socket.off('error', fail);
      socket.off('close', closed);
    };
    const fail = (error: Error) => {
      settle();
      reject(error);
    };
    const closed = () => fail(new Error('the connection closed during the handshake'));
    signal?.addEventListener('abort', abort, { once: true });
    socket.once('error', fail);
    socket.once('close', closed);
    socket.once('secureConnect', () => {
      settle();
      resolve(socket);
    });
  });
}

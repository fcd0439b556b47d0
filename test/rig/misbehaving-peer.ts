/**
 * A server on a real socket that speaks a protocol well, except for its fault: what it has to say is
 * cut off, slowed down, replaced or never said.
 */
import {
  type AddressInfo,
  createServer as createTcpServer,
  type Server,
  type Socket,
} from 'node:net';
import { createServer as createTlsServer, type TlsOptions } from 'node:tls';

/** Answers what it reads; `say` writes, unless the fault says otherwise. */
export type Protocol = (
  read: { onData(listener: (chunk: Buffer) => void): void },
  say: Say,
) => void;
export type Say = (bytes: string | Uint8Array) => void;

/** How the peer treats a connection: returns what happens to the bytes it should say. */
export type Fault = (socket: Socket) => Say;

const dripMs = 20;

export const soundness: Fault = (socket) => (bytes) => void socket.write(bytes);

export const faults: Readonly<Record<string, Fault>> = {
  'never writes': () => () => {},
  'never reads': (socket) => {
    socket.pause();
    return () => {};
  },
  'closes at once': (socket) => {
    socket.destroy();
    return () => {};
  },
  'closes its half only': (socket) => {
    socket.end();
    return () => {};
  },
  'writes one byte now and then': (socket) => {
    const waiting: number[] = [];
    const timer = setInterval(() => {
      const byte = waiting.shift();
      if (byte !== undefined) socket.write(Uint8Array.of(byte));
    }, dripMs);
    socket.on('close', () => clearInterval(timer));
    return (bytes) => void waiting.push(...Buffer.from(bytes));
  },
  'floods with something else': (socket) => {
    const garbage = Buffer.alloc(65_536, 'x');
    const flood = () => {
      while (socket.writable && socket.write(garbage)) {}
    };
    socket.on('drain', flood);
    flood();
    return () => {};
  },
};

/** Resets the connection after this many bytes. */
export function resetAfter(bytesMax: number): Fault {
  return (socket) => {
    let left = bytesMax;
    return (bytes) => {
      const part = Buffer.from(bytes).subarray(0, left);
      left -= part.length;
      socket.write(part, () => {
        if (left > 0) return;
        // The reset of a TLS connection is that of its TCP socket.
        const raw = (socket as Socket & { _parent?: Socket })._parent ?? socket;
        raw.resetAndDestroy();
      });
    };
  };
}

export class MisbehavingPeer {
  fault: Fault = soundness;
  /** How many there have been. */
  connections = 0;
  /** Bytes of the longest connection so far. */
  saidMax = 0;
  /** What it speaks on connections from now on. */
  protocol: Protocol;
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();

  private constructor(protocol: Protocol, tls: TlsOptions | null) {
    this.protocol = protocol;
    const onSocket = (socket: Socket) => {
      this.connections += 1;
      this.#sockets.add(socket);
      socket.on('close', () => this.#sockets.delete(socket));
      socket.on('error', () => {});
      let said = 0;
      const say = this.fault(socket);
      this.protocol({ onData: (listener) => void socket.on('data', listener) }, (bytes) => {
        said += Buffer.from(bytes).length;
        this.saidMax = Math.max(this.saidMax, said);
        if (socket.writable) say(bytes);
      });
      if (this.fault === faults['never reads']) socket.pause();
    };
    this.#server =
      tls === null
        ? createTcpServer({ allowHalfOpen: true }, onSocket)
        : createTlsServer({ ...tls, allowHalfOpen: true }, onSocket);
  }

  static async open(protocol: Protocol, tls: TlsOptions | null = null): Promise<MisbehavingPeer> {
    const peer = new MisbehavingPeer(protocol, tls);
    await new Promise<void>((listening) => peer.#server.listen(0, '127.0.0.1', listening));
    return peer;
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  /** How many connections the other side has not given up. */
  get open(): number {
    for (const socket of this.#sockets) socket.resume();
    return [...this.#sockets].filter((socket) => !socket.readableEnded && !socket.destroyed).length;
  }

  async close(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy();
    await new Promise((closed) => this.#server.close(closed));
  }
}

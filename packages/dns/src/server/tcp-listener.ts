/**
 * TCP connections with any number of requests, answered in order (RFC 7766). Limits apply to the
 * number of connections, connections per peer, and the time a peer takes to send or to read.
 */
import { createHash } from 'node:crypto';
import type { Socket } from 'node:net';
import { type SecureContext, TLSSocket } from 'node:tls';
import { plainAddress } from '../ip-address.ts';
import { FrameReader, frame } from '../tcp-framing.ts';
import { ConnectionSlots, type SlotHolder } from './connection-slots.ts';
import type { DnsReply, Peer } from './dns-handler.ts';
import type { Listener, ListenOptions } from './listener.ts';
import { openTcpServers } from './open-tcp-servers.ts';

export interface TcpLimits {
  /** Open connections; default 150. */
  readonly tcpConnectionsMax: number;
  /** Connections from one network; default 30. See `networksOf`. */
  readonly tcpConnectionsPerNetworkMax: number;
  /** Open connections of trusted peers, besides all others; default 300. */
  readonly tcpTrustedConnectionsMax: number;
  /** Open connections that carried a validly signed message, besides all others; default 50. */
  readonly tcpSignedConnectionsMax: number;
  /** Signed connections with one key; default 5. */
  readonly tcpConnectionsPerKeyMax: number;
  /** How long a peer may take for a whole request, or to read what we wrote; default 10,000. */
  readonly tcpIdleMs: number;
  /** Requests read ahead on one connection before it must wait; default 32. */
  readonly tcpPipelineMax: number;
}

export interface ListenTcpOptions extends ListenOptions<TcpLimits> {
  readonly isTrustedPeer: (address: string) => boolean;
  readonly networksOf: (address: string) => readonly string[];
  /** With it, connections are TLS. Asked for each connection, so a certificate can be replaced. */
  readonly secureContext?: () => SecureContext;
}

export async function listenTcp(options: ListenTcpOptions): Promise<Listener> {
  const { limits, networksOf } = options;
  const untrusted = new ConnectionSlots({
    max: limits.tcpConnectionsMax ?? 150,
    perNetworkMax: limits.tcpConnectionsPerNetworkMax ?? 30,
    networksOf,
  });
  const trustedMax = limits.tcpTrustedConnectionsMax ?? 300;
  const trusted = new ConnectionSlots({
    max: trustedMax,
    perNetworkMax: trustedMax,
    networksOf: () => [],
  });
  const signed = new ConnectionSlots({
    max: limits.tcpSignedConnectionsMax ?? 50,
    perNetworkMax: limits.tcpConnectionsPerKeyMax ?? 5,
    networksOf: (keyName) => [keyName],
  });
  const onConnection = (socket: Socket) => {
    const address = plainAddress(socket.remoteAddress ?? '');
    // A reset connection emits `error`, then `close`; the cleanup happens on `close`.
    socket.on('error', () => {});
    let slots = options.isTrustedPeer(address) ? trusted : untrusted;
    const stream = options.secureContext === undefined ? socket : secured(socket, options);
    const connection = new Connection(stream, {
      ...options,
      address,
      port: socket.remotePort ?? 0,
      onActivity: (active) => slots.noteActivity(active),
      // From now on others cannot push it out; its former place is free for them.
      noteSigner: (keyName) => {
        if (slots !== untrusted || !signed.admit(connection, keyName)) return;
        untrusted.release(connection);
        slots = signed;
      },
    });
    if (!slots.admit(connection, address)) {
      socket.destroy();
      return;
    }
    socket.on('close', () => slots.release(connection));
    connection.start();
  };
  const { host } = options;
  const { port, servers } = await openTcpServers({ host, port: options.port, onConnection });
  for (const server of servers) server.on('error', options.onError);
  return {
    port,
    async close() {
      const closed = servers.map(
        (server) => new Promise<void>((resolve) => server.close(() => resolve())),
      );
      untrusted.closeAll();
      trusted.closeAll();
      signed.closeAll();
      await Promise.all(closed);
    },
  };
}

/** The time to send a whole request limits the handshake, too. */
function secured(socket: Socket, { secureContext }: ListenTcpOptions): Socket {
  const stream = new TLSSocket(socket, {
    isServer: true,
    // Any certificate will do here: the handler compares its key with those that it knows.
    requestCert: true,
    rejectUnauthorized: false,
    ALPNProtocols: ['dot'],
    ...(secureContext === undefined ? {} : { secureContext: secureContext() }),
  });
  stream.on('error', () => socket.destroy());
  stream.on('close', () => socket.destroy());
  return stream;
}

interface ConnectionOptions extends ListenTcpOptions {
  /** Address of the peer. */
  readonly address: string;
  readonly port: number;
  readonly onActivity: (connection: Connection) => void;
  readonly noteSigner: (keyName: string) => void;
}

class Connection implements SlotHolder {
  readonly #socket: Socket;
  readonly #options: ConnectionOptions;
  /** Null before the first message. */
  #peer: Peer | null = null;
  readonly #frames = new FrameReader();
  readonly #queue: Uint8Array[] = [];
  readonly #idleMs: number;
  readonly #pipelineMax: number;
  #busy = false;
  #ended = false;
  #timer: NodeJS.Timeout | undefined;

  constructor(socket: Socket, options: ConnectionOptions) {
    this.#socket = socket;
    this.#options = options;
    this.#idleMs = options.limits.tcpIdleMs ?? 10_000;
    this.#pipelineMax = options.limits.tcpPipelineMax ?? 32;
  }

  get isIdle(): boolean {
    return !this.#busy;
  }

  close(): void {
    this.#socket.destroy();
  }

  start(): void {
    this.#socket.on('data', (chunk) => {
      if (typeof chunk !== 'string') this.#take(chunk);
    });
    this.#socket.on('end', () => {
      this.#ended = true;
      if (!this.#busy) this.#socket.end();
    });
    this.#socket.on('close', () => clearTimeout(this.#timer));
    this.#restartTimer();
  }

  #take(chunk: Uint8Array): void {
    const received = this.#frames.push(chunk);
    // No message is empty, so the peer has lost its place in the stream: nothing after it is read.
    const empty = received.findIndex(({ length }) => length === 0);
    const messages = empty === -1 ? received : received.slice(0, empty);
    this.#queue.push(...messages);
    if (empty !== -1) {
      this.#ended = true;
      this.#socket.pause();
      if (!this.#busy && this.#queue.length === 0) this.#socket.destroySoon();
    }
    // Only a whole request restarts the timer; otherwise single bytes could keep a connection open.
    if (messages.length > 0) {
      this.#restartTimer();
      this.#options.onActivity(this);
    }
    if (this.#queue.length > this.#pipelineMax) this.#socket.pause();
    if (!this.#busy && this.#queue.length > 0) {
      this.#work().catch((error) => {
        this.#options.onError(error);
        this.#socket.destroy();
      });
    }
  }

  async #work(): Promise<void> {
    this.#busy = true;
    for (let packet = this.#queue.shift(); packet !== undefined; packet = this.#queue.shift()) {
      if (this.#socket.destroyed) break;
      // The idle time of the peer does not include the time to answer.
      clearTimeout(this.#timer);
      const transport = this.#options.secureContext === undefined ? 'tcp' : 'tls';
      const { answer, noteSigner } = this.#options;
      this.#peer ??= this.#identifyPeer();
      const reply = await answer(packet, transport, this.#peer, noteSigner);
      await this.#send(reply);
      this.#restartTimer();
      if (this.#queue.length <= this.#pipelineMax && !this.#ended) this.#socket.resume();
    }
    this.#busy = false;
    if (this.#ended) this.#socket.destroySoon();
  }

  /** With TLS a client proves the key of its certificate in the handshake. */
  #identifyPeer(): Peer {
    const { address, port } = this.#options;
    const socket = this.#socket;
    const certificate = socket instanceof TLSSocket ? socket.getPeerX509Certificate() : undefined;
    if (certificate === undefined) return { address, port };
    const key = certificate.publicKey.export({ type: 'spki', format: 'der' });
    return { address, port, keyDigest: createHash('sha256').update(key).digest('base64') };
  }

  async #send(reply: DnsReply): Promise<void> {
    if (reply === null) return;
    if (reply instanceof Uint8Array) return this.#write(reply);
    for await (const packet of reply) {
      if (this.#socket.destroyed) return;
      await this.#write(packet);
    }
  }

  async #write(packet: Uint8Array): Promise<void> {
    if (this.#socket.destroyed || this.#socket.write(frame(packet))) return;
    this.#restartTimer();
    await drained(this.#socket);
    clearTimeout(this.#timer);
  }

  #restartTimer(): void {
    clearTimeout(this.#timer);
    if (this.#socket.destroyed) return;
    this.#timer = setTimeout(() => this.#socket.destroy(), this.#idleMs);
  }
}

/** Resolves when the write buffer is empty or the connection is closed. */
function drained(socket: Socket): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      socket.off('drain', done);
      socket.off('close', done);
      resolve();
    };
    socket.on('drain', done);
    socket.on('close', done);
  });
}

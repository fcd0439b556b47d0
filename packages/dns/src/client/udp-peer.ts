/**
 * Many exchanges with one server over one UDP socket. A socket per question costs more than the
 * question, so this is for senders of thousands of NOTIFY or SOA questions. The port stays the
 * same, so questions without a key should have a peer of their own: their replies could be forged.
 */
import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';
import { isIPv6 } from 'node:net';
import type { Message } from '../message.ts';
import type { TsigKey } from '../tsig.ts';
import { type ExchangeOptions, timeout, unreachable } from './exchange-error.ts';
import {
  checkReply,
  matchingReply,
  type OutgoingRequest,
  prepareRequest,
} from './outgoing-request.ts';

export type UdpPeerOptions = Omit<ExchangeOptions, 'transport' | 'key'>;

interface Pending {
  readonly request: OutgoingRequest;
  readonly options: Omit<ExchangeOptions, 'transport'>;
  readonly timer: NodeJS.Timeout;
  readonly resolve: (reply: Message) => void;
  readonly reject: (error: unknown) => void;
}

export class UdpPeer {
  readonly #options: UdpPeerOptions;
  readonly #pending = new Map<number, Pending>();
  #socket: Promise<Socket> | null = null;

  constructor(options: UdpPeerOptions) {
    this.#options = options;
  }

  /** The reply, checked if a key is given. It may be truncated. An id in use is replaced. */
  async exchange(message: Message, key?: TsigKey): Promise<Message> {
    this.#socket ??= this.#open();
    const socket = await this.#socket;
    let { id } = message;
    while (this.#pending.has(id)) id = (id + 1) & 0xffff;
    const options = key === undefined ? this.#options : { ...this.#options, key };
    const request = prepareRequest({ ...message, id }, options);
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        this.#pending.delete(id);
        reject(timeout(this.#options));
      }, this.#options.timeoutMs);
      this.#pending.set(id, { request, options, timer, resolve, reject });
      socket.send(request.packet, (error) => {
        if (error !== null) this.#fail(error);
      });
    });
  }

  /** What is in flight fails. */
  close(): void {
    this.#fail(new Error('the socket was closed'));
  }

  async #open(): Promise<Socket> {
    const { address, port, sourceAddress } = this.#options;
    const socket = createSocket(isIPv6(address) ? 'udp6' : 'udp4');
    try {
      if (sourceAddress !== undefined) {
        socket.bind({ address: sourceAddress });
        await once(socket, 'listening');
      }
      socket.connect(port, address);
      await once(socket, 'connect');
    } catch (error) {
      this.#socket = null;
      socket.close();
      throw unreachable(this.#options, error);
    }
    socket.on('message', (packet) => this.#take(packet));
    socket.on('error', (error) => this.#fail(error));
    socket.unref();
    return socket;
  }

  #take(packet: Uint8Array): void {
    const id = ((packet[0] ?? 0) << 8) | (packet[1] ?? 0);
    const pending = this.#pending.get(id);
    if (pending === undefined) return;
    const { request, options, timer, resolve, reject } = pending;
    const reply = matchingReply(packet, request.message);
    if (reply === null) return;
    this.#pending.delete(id);
    clearTimeout(timer);
    try {
      checkReply(packet, { reply, request, options });
      resolve(reply);
    } catch (error) {
      reject(unreachable(this.#options, error));
    }
  }

  /** The peer cannot be reached; the next exchange opens a new socket. */
  #fail(error: unknown): void {
    this.#socket?.then(
      (socket) => socket.close(),
      () => {},
    );
    this.#socket = null;
    for (const { timer, reject } of this.#pending.values()) {
      clearTimeout(timer);
      reject(unreachable(this.#options, error));
    }
    this.#pending.clear();
  }
}

/**
 * The UDP side of the server. Above the limit of requests in progress, packets are dropped and
 * clients retry.
 */
import { createSocket, type Socket } from 'node:dgram';
import { lookup } from 'node:dns';
import { once } from 'node:events';
import { isIPv6 } from 'node:net';
import { plainAddress } from '../ip-address.ts';
import type { DnsReply, Peer } from './dns-handler.ts';
import type { Listener, ListenOptions } from './listener.ts';

export interface UdpLimits {
  /** Requests being answered at the same time; default 1000. */
  readonly udpPendingMax: number;
  /** Longer datagrams are dropped unread; default 4096. */
  readonly udpRequestBytesMax: number;
}

export interface ListenUdpOptions extends ListenOptions<UdpLimits> {
  /** See `DnsServerOptions.quickUdpAnswer`. */
  readonly quickAnswer: (request: UdpRequest) => Uint8Array | null | undefined;
  /** Other sockets, of other threads, have the same port; packets are spread over them. */
  readonly reusePort?: boolean;
}

export interface UdpRequest {
  readonly packet: Uint8Array;
  readonly peer: Peer;
}

export async function listenUdp(options: ListenUdpOptions): Promise<Listener> {
  const { host, port, limits, onError } = options;
  const pendingMax = limits.udpPendingMax ?? 1000;
  const bytesMax = limits.udpRequestBytesMax ?? 4096;
  const type = isIPv6(host) ? 'udp6' : 'udp4';
  let isListening = false;
  const socket = createSocket({
    type,
    reusePort: options.reusePort ?? false,
    // Replies go to the address that a packet came from, which needs no lookup.
    lookup: (name, family, done) =>
      isListening ? done(null, name, type === 'udp6' ? 6 : 4) : lookup(name, family, done),
  });
  let pending = 0;
  socket.on('message', (packet, { address, port: peerPort }) => {
    if (pending >= pendingMax || packet.length > bytesMax) return;
    const peer = { address: plainAddress(address), port: peerPort };
    const known = options.quickAnswer({ packet, peer });
    if (known !== undefined) {
      if (known !== null) socket.send(known, peerPort, address, ignoreError);
      return;
    }
    pending += 1;
    options
      .answer(packet, 'udp', peer)
      .then(firstPacket)
      .then((reply) =>
        reply === null ? undefined : send(socket, reply, { address, port: peerPort }),
      )
      .catch(onError)
      .finally(() => {
        pending -= 1;
      });
  });
  socket.bind(port, host);
  await once(socket, 'listening');
  isListening = true;
  socket.on('error', onError);
  return {
    port: socket.address().port,
    close: () => new Promise((resolve) => socket.close(() => resolve())),
  };
}

/** The peer cannot be reached. It asks again if it still wants the answer. */
function ignoreError(): void {}

async function firstPacket(reply: DnsReply): Promise<Uint8Array | null> {
  if (reply === null || reply instanceof Uint8Array) return reply;
  for await (const packet of reply) return packet;
  return null;
}

/** Rejects when the peer cannot be reached; the caller logs the error. */
function send(
  socket: Socket,
  reply: Uint8Array,
  peer: { readonly address: string; readonly port: number },
): Promise<void> {
  return new Promise((resolve, reject) => {
    try {
      socket.send(reply, peer.port, peer.address, (error) => (error ? reject(error) : resolve()));
    } catch (error) {
      reject(error);
    }
  });
}

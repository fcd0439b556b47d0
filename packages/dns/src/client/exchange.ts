/**
 * Sends one message and waits for its answer: over UDP, again over TCP when it was truncated
 * (RFC 7766, section 5), signed and checked when a key is given. For NOTIFY, SOA checks and tests.
 */
import type { Message } from '../message.ts';
import type { ExchangeOptions } from './exchange-error.ts';
import { checkReply, matchingReply, prepareRequest } from './outgoing-request.ts';
import { openTcp } from './tcp-connection.ts';
import { UdpPeer } from './udp-peer.ts';

export async function exchange(message: Message, options: ExchangeOptions): Promise<Message> {
  const transport = options.transport ?? 'udp-then-tcp';
  if (transport === 'tcp') return exchangeTcp(message, options);
  const reply = await exchangeUdp(message, options);
  return reply.truncated && transport === 'udp-then-tcp' ? exchangeTcp(message, options) : reply;
}

/** From a socket of its own, so that its port cannot be guessed. */
async function exchangeUdp(message: Message, options: ExchangeOptions): Promise<Message> {
  const peer = new UdpPeer(options);
  const abort = () => peer.close();
  options.signal?.addEventListener('abort', abort, { once: true });
  try {
    return await peer.exchange(message, options.key);
  } finally {
    options.signal?.removeEventListener('abort', abort);
    peer.close();
  }
}

async function exchangeTcp(message: Message, options: ExchangeOptions): Promise<Message> {
  const request = prepareRequest(message, options);
  // A server that keeps sending a little would never be silent for long.
  const limit = AbortSignal.timeout(options.timeoutMs);
  const signal = options.signal === undefined ? limit : AbortSignal.any([limit, options.signal]);
  await using connection = await openTcp({ ...options, signal });
  connection.send(request.packet);
  for (;;) {
    const packet = await connection.receive();
    const reply = matchingReply(packet, request.message);
    if (reply === null) continue;
    checkReply(packet, { reply, request, options });
    return reply;
  }
}

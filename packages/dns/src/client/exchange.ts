/**
 * Sends one message and waits for its answer: over UDP, again over TCP when it was truncated
 * (RFC 7766, section 5), signed and checked when a key is given. For NOTIFY, SOA checks and tests.
 */
import { createSocket } from 'node:dgram';
import { on, once } from 'node:events';
import { isIPv6 } from 'node:net';
import { decodeMessage } from '../decode-message.ts';
import { encodeMessage } from '../encode-message.ts';
import { DnsFormatError } from '../errors.ts';
import type { Message, Question } from '../message.ts';
import { opcodes, rcodes, tsigErrors } from '../protocol.ts';
import { signPacket, verifyPacket } from '../tsig.ts';
import { DnsExchangeError, type ExchangeOptions, timeout, unreachable } from './exchange-error.ts';
import { openTcp } from './tcp-connection.ts';

export interface OutgoingRequest {
  readonly message: Message;
  readonly packet: Uint8Array;
  /** Null when unsigned. */
  readonly mac: Uint8Array | null;
}

export async function exchange(message: Message, options: ExchangeOptions): Promise<Message> {
  const request = prepareRequest(message, options);
  const transport = options.transport ?? 'udp-then-tcp';
  if (transport === 'tcp') return exchangeTcp(request, options);
  const reply = await exchangeUdp(request, options);
  return reply.truncated && transport === 'udp-then-tcp' ? exchangeTcp(request, options) : reply;
}

export function prepareRequest(
  message: Message,
  options: Pick<ExchangeOptions, 'key' | 'nowSeconds'>,
): OutgoingRequest {
  const packet = encodeMessage(message);
  if (options.key === undefined) return { message, packet, mac: null };
  const signed = signPacket(packet, { key: options.key, nowSeconds: options.nowSeconds() });
  return { message, ...signed };
}

async function exchangeUdp(request: OutgoingRequest, options: ExchangeOptions): Promise<Message> {
  const socket = createSocket(isIPv6(options.address) ? 'udp6' : 'udp4');
  const signal = AbortSignal.timeout(options.timeoutMs);
  try {
    if (options.sourceAddress !== undefined) {
      socket.bind({ address: options.sourceAddress });
      await once(socket, 'listening', { signal });
    }
    // A connected socket takes datagrams from this peer only.
    socket.connect(options.port, options.address);
    await once(socket, 'connect', { signal });
    const packets: AsyncIterable<Uint8Array[]> = on(socket, 'message', { signal });
    socket.send(request.packet);
    for await (const [packet = new Uint8Array()] of packets) {
      const reply = matchingReply(packet, request.message);
      if (reply === null) continue;
      checkReply(packet, { reply, request, options });
      return reply;
    }
    throw timeout(options);
  } catch (error) {
    throw signal.aborted ? timeout(options) : unreachable(options, error);
  } finally {
    socket.close();
  }
}

async function exchangeTcp(request: OutgoingRequest, options: ExchangeOptions): Promise<Message> {
  await using connection = await openTcp(options);
  connection.send(request.packet);
  for (;;) {
    const packet = await connection.receive();
    const reply = matchingReply(packet, request.message);
    if (reply === null) continue;
    checkReply(packet, { reply, request, options });
    return reply;
  }
}

/** Null for what does not answer this request: stray or forged packets are ignored. */
function matchingReply(packet: Uint8Array, request: Message): Message | null {
  let reply: Message;
  try {
    reply = decodeMessage(packet);
  } catch (error) {
    if (error instanceof DnsFormatError) return null;
    throw error;
  }
  const answers = reply.response && reply.id === request.id && reply.opcode === request.opcode;
  // An error may come without the question, and so may any reply to UPDATE; an answer may not.
  const mayOmit = reply.rcode !== rcodes.NOERROR || reply.opcode === opcodes.UPDATE;
  const asked =
    (mayOmit && reply.questions.length === 0) || sameQuestions(reply.questions, request.questions);
  return answers && asked ? reply : null;
}

function sameQuestions(a: readonly Question[], b: readonly Question[]): boolean {
  return (
    a.length === b.length &&
    a.every((question, index) => {
      const other = b[index];
      return (
        other !== undefined &&
        question.type === other.type &&
        question.class === other.class &&
        question.name.equals(other.name)
      );
    })
  );
}

function checkReply(
  packet: Uint8Array,
  context: {
    readonly reply: Message;
    readonly request: OutgoingRequest;
    readonly options: ExchangeOptions;
  },
): void {
  const { reply, request, options } = context;
  const { key } = options;
  if (key === undefined || request.mac === null) return;
  if (reply.tsig === null) {
    if (options.acceptsUnsignedErrors === true && reply.rcode !== rcodes.NOERROR) return;
    throw new DnsExchangeError(
      `the answer of ${options.address} is not signed (rcode ${reply.rcode})`,
    );
  }
  const check = verifyPacket(packet, reply.tsig, {
    findKey: (name) => (name.equals(key.name) ? key : null),
    nowSeconds: options.nowSeconds(),
    requestMac: request.mac,
  });
  // A refusal of our signature is unsigned by rule; the caller sees rcode and TSIG error.
  const refused = reply.rcode === rcodes.NOTAUTH && reply.tsig.error !== tsigErrors.NOERROR;
  if (!check.ok && !refused) {
    throw new DnsExchangeError(`the signature of ${options.address} is wrong: ${check.failure}`);
  }
}

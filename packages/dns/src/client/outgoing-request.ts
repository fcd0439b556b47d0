/** A request as it is sent, and which packets answer it. */
import { decodeMessage } from '../decode-message.ts';
import { encodeMessage } from '../encode-message.ts';
import { DnsFormatError } from '../errors.ts';
import type { Message, Question } from '../message.ts';
import { opcodes, rcodes, tsigErrors } from '../protocol.ts';
import { signPacket, verifyPacket } from '../tsig.ts';
import { DnsExchangeError, type ExchangeOptions } from './exchange-error.ts';

export interface OutgoingRequest {
  readonly message: Message;
  readonly packet: Uint8Array;
  /** Null when unsigned. */
  readonly mac: Uint8Array | null;
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

/** Null for what does not answer this request: stray or forged packets are ignored. */
export function matchingReply(packet: Uint8Array, request: Message): Message | null {
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

export function checkReply(
  packet: Uint8Array,
  context: {
    readonly reply: Message;
    readonly request: OutgoingRequest;
    readonly options: Omit<ExchangeOptions, 'transport'>;
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

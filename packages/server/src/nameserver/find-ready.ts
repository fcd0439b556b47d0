/** A ready answer to a query over UDP, within the rate of the client's network. */
import { decodeMessage } from '@hostmaster/dns';
import type { AnswerCache } from './answer-cache.ts';
import type { ResponseRate } from './response-rate.ts';
import { truncatedReply } from './truncated-reply.ts';

export interface ReadyReply {
  /** Null for silence. */
  readonly reply: Uint8Array | null;
  /** Absent where the answer was not given whole. */
  readonly rcode?: number;
}

/** Undefined when the answer must be computed. */
export function findReady<Source>(
  parts: {
    readonly answers: Pick<AnswerCache<Source>, 'find'>;
    readonly rate: Pick<ResponseRate, 'decide'>;
  },
  packet: Uint8Array,
  address: string,
): ReadyReply | undefined {
  const known = parts.answers.find(packet);
  if (known === null) return undefined;
  const verdict = parts.rate.decide(address);
  if (verdict === 'silence') return { reply: null };
  if (verdict === 'truncate') return { reply: truncatedReply(decodeMessage(packet)) };
  return known;
}

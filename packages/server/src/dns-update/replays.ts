/**
 * Recognises UPDATE messages that were processed before: a client that lost the reply sends the same message
 * again, and gets the first answer. A signature is good for 300 s around its time (RFC 8945, section 10), so a
 * captured message could be sent again, too. The messages of a key are not required to be in order of time,
 * because hosts with different clocks may share a key.
 */
import type { Message } from '@hostmaster/dns';
import { fudgeSecondsMax } from '@hostmaster/dns/node';
import type { MachineClock } from '../base/clock.ts';
import { persist } from '../changes/persist.ts';
import {
  findUpdateMessage,
  listExpiredUpdateMessages,
} from '../storage/queries/zones/update-messages.ts';
import { insert, type RowWrite, removeAll } from '../storage/row-write.ts';
import type { HostmasterDatabase, HostmasterReader } from '../storage/schema.ts';
import { updateMessages } from '../storage/tables/zones/update-messages.ts';

/** What identifies a message, and until when it would be accepted. */
export interface MessageSignature {
  readonly mac: string;
  readonly expiresAt: number;
}

/** The clocks of two processes may differ by this much. */
const skewMs = 60_000;
const batchSize = 500;

export function signatureOf(tsig: NonNullable<Message['tsig']>): MessageSignature {
  const fudgeSeconds = Math.min(tsig.fudgeSeconds, fudgeSecondsMax);
  return {
    mac: Buffer.from(tsig.mac).toString('hex'),
    expiresAt: (tsig.signedAtSeconds + fudgeSeconds) * 1_000 + skewMs,
  };
}

/** The answer that the message got before; undefined when it is new. The MAC covers all of its content. */
export async function rememberedAnswer(
  reader: HostmasterReader,
  { mac }: MessageSignature,
): Promise<{ readonly rcode: number | null } | undefined> {
  return reader.first(findUpdateMessage, { mac });
}

/** Part of the change that the message makes. */
export function remember({ mac, expiresAt }: MessageSignature, rcode: number): RowWrite {
  return insert(updateMessages, { mac, rcode, expiresAt });
}

/** Returns how many were deleted. */
export async function forgetExpiredMessages(
  database: HostmasterDatabase,
  clock: MachineClock,
): Promise<number> {
  const before = clock.now();
  let deleted = 0;
  for (;;) {
    const count = await persist(database, {
      keys: [],
      owner: '',
      commit: 'alone',
      load: (reader) => reader.all(listExpiredUpdateMessages, { before, limit: batchSize }),
      decide: (expired) => ({ answer: expired.length, change: { rows: removal(expired) } }),
    });
    deleted += count;
    if (count < batchSize) return deleted;
  }
}

function removal(messages: readonly Pick<MessageSignature, 'mac'>[]): readonly RowWrite[] {
  if (messages.length === 0) return [];
  return [removeAll(updateMessages, { mac: messages.map(({ mac }) => mac) })];
}

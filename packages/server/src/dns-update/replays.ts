/**
 * Recognises UPDATE messages that were processed before. A signature is good for 300 s around its
 * time (RFC 8945, section 10), so a captured message could be sent again. The messages of a key are
 * not required to be in order of time, because hosts with different clocks may share a key.
 */
import type { Message } from '@hostmaster/dns';
import { fudgeSecondsMax } from '@hostmaster/dns/node';
import type { MachineClock } from '../base/clock.ts';
import {
  deleteExpiredUpdateMessages,
  insertUpdateMessage,
} from '../storage/queries/update-messages.ts';
import type { HostmasterDatabase, HostmasterTx } from '../storage/schema.ts';

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

/** False when the message was processed before. Part of the transaction of its changes. */
export async function rememberMessage(
  tx: HostmasterTx,
  signature: MessageSignature,
): Promise<boolean> {
  return (await tx.run(insertUpdateMessage, { ...signature })) > 0;
}

/** Returns how many were deleted. */
export async function forgetExpiredMessages(
  database: HostmasterDatabase,
  clock: MachineClock,
): Promise<number> {
  const before = clock.now();
  let deleted = 0;
  for (;;) {
    const count = await database.transaction((tx) =>
      tx.run(deleteExpiredUpdateMessages, { before, limit: batchSize }),
    );
    deleted += count;
    if (count < batchSize) return deleted;
  }
}

/** Writes to the message queue of a sponsor. */
import { randomBytes } from 'node:crypto';
import { insertMessage } from './object-queries.ts';
import type { RegistryMoment } from './registry-command.ts';
import type { RegistryTx } from './schema.ts';

export type RegistryEvent =
  | {
      readonly kind: 'decision';
      readonly name: string;
      readonly succeeded: boolean;
      readonly clientTransactionId: string | null;
      readonly transactionId: string;
    }
  | { readonly kind: 'auto-renewed'; readonly name: string }
  | { readonly kind: 'transferred'; readonly name: string; readonly to: string };

/** Runs in the transaction of the event. */
export async function announce(
  tx: RegistryTx,
  now: RegistryMoment,
  message: { readonly sponsor: string; readonly text: string; readonly event: RegistryEvent },
): Promise<void> {
  if (!now.policy.queuesMessages) return;
  await tx.run(insertMessage, {
    sponsor: message.sponsor,
    id: `${String(now.machine).padStart(15, '0')}-${randomBytes(6).toString('hex')}`,
    queued_at: now.calendar,
    text: message.text,
    event: JSON.stringify(message.event),
  });
}

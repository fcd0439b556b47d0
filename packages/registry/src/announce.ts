/** Writes to the message queue of a sponsor. */
import { randomBytes } from 'node:crypto';
import type { RegistryMoment } from './registry-command.ts';
import { insertMessage } from './storage/queries/messages.ts';
import { findTransaction } from './storage/queries/transactions.ts';
import type { RegistryTx } from './storage/schema.ts';
import type { RegistryEvent } from './storage/tables/messages.ts';

/** Runs in the transaction of the event. */
export async function announce(
  tx: RegistryTx,
  now: RegistryMoment,
  message: { readonly sponsor: string; readonly text: string; readonly event: RegistryEvent },
): Promise<void> {
  if (!isAnnounced(now, message.event.kind)) return;
  await tx.run(insertMessage, {
    sponsor: message.sponsor,
    id: `${String(now.machine).padStart(15, '0')}-${randomBytes(6).toString('hex')}`,
    queuedAt: now.calendar,
    text: message.text,
    event: message.event,
  });
}

/** The outcome of a command that was pending, with the transaction id of the client that sent it. */
export async function announceDecision(
  tx: RegistryTx,
  now: RegistryMoment,
  decision: {
    readonly sponsor: string;
    readonly name: string;
    readonly transactionId: string;
    readonly succeeded: boolean;
    readonly text: string;
  },
): Promise<void> {
  const { sponsor, text, name, transactionId, succeeded } = decision;
  if (!isAnnounced(now, 'decision')) return;
  const transaction = await tx.first(findTransaction, { sponsor, id: transactionId });
  const clientTransactionId = transaction?.clientTransaction ?? null;
  const event = { kind: 'decision', name, succeeded, clientTransactionId, transactionId } as const;
  await announce(tx, now, { sponsor, text, event });
}

function isAnnounced({ policy }: RegistryMoment, kind: RegistryEvent['kind']): boolean {
  return policy.messages === 'all' || (policy.messages === 'transfers' && kind === 'transfer');
}

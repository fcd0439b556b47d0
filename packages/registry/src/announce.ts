/** Writes to the message queue of a sponsor. */
import { randomBytes } from 'node:crypto';
import type { RegistryMoment } from './registry-command.ts';
import { insertMessage } from './storage/queries/messages.ts';
import type { RegistryTx } from './storage/schema.ts';
import type { RegistryEvent } from './storage/tables/messages.ts';

/** Runs in the transaction of the event. */
export async function announce(
  tx: RegistryTx,
  now: RegistryMoment,
  message: { readonly sponsor: string; readonly text: string; readonly event: RegistryEvent },
): Promise<void> {
  const { messages } = now.policy;
  if (messages === 'none' || (messages === 'transfers' && message.event.kind !== 'transfer'))
    return;
  await tx.run(insertMessage, {
    sponsor: message.sponsor,
    id: `${String(now.machine).padStart(15, '0')}-${randomBytes(6).toString('hex')}`,
    queuedAt: now.calendar,
    text: message.text,
    event: message.event,
  });
}

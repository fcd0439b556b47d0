/** Transfers a domain to another registrar; the losing registrar gets a message. */
import { randomUUID } from 'node:crypto';
import { announce } from './announce.ts';
import type { SandboxRegistry } from './registry.ts';
import { lockObject, updateObject } from './storage/queries/objects.ts';

export async function transferAway(
  registry: SandboxRegistry,
  transfer: { readonly name: string; readonly to: string; readonly authCode: string },
): Promise<'transferred' | 'locked' | 'wrong-auth-code' | 'unknown-name'> {
  const { name, to } = transfer;
  const now = await registry.moment();
  return registry.db.transaction(async (tx) => {
    const object = await tx.first(lockObject, { name });
    if (object === undefined) return 'unknown-name';
    if (object.statuses.includes('clientTransferProhibited')) return 'locked';
    if (object.authCode !== transfer.authCode) return 'wrong-auth-code';
    await tx.run(updateObject, { ...object, sponsor: to, authCode: randomUUID() });
    await announce(tx, now, {
      sponsor: object.sponsor,
      text: 'The name was transferred to another registrar.',
      event: { kind: 'transferred', name, to },
    });
    return 'transferred';
  });
}

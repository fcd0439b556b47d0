/** Transfers a domain to another registrar; the losing registrar gets a message. */
import { randomUUID } from 'node:crypto';
import { announce } from './announce.ts';
import { setSponsor } from './object-queries.ts';
import { lockObject } from './queries.ts';
import type { SandboxRegistry } from './registry.ts';
import { readStatuses } from './registry-object.ts';

export async function transferAway(
  registry: SandboxRegistry,
  transfer: { readonly name: string; readonly to: string; readonly authCode: string },
): Promise<'transferred' | 'locked' | 'wrong-auth-code' | 'unknown-name'> {
  const { name, to } = transfer;
  const now = await registry.moment();
  return registry.db.transaction(async (tx) => {
    const row = await tx.first(lockObject, { name });
    if (row === undefined) return 'unknown-name';
    if (readStatuses(row).includes('clientTransferProhibited')) return 'locked';
    if (row.auth_code !== transfer.authCode) return 'wrong-auth-code';
    await tx.run(setSponsor, { name, sponsor: to, authCode: randomUUID() });
    await announce(tx, now, {
      sponsor: row.sponsor,
      text: 'The name was transferred to another registrar.',
      event: { kind: 'transferred', name, to },
    });
    return 'transferred';
  });
}

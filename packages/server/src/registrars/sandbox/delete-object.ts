/** Gives a name up. This registry has no redemption period: the name is free at once. */
import { deleteObject as removeObject } from './queries.ts';
import { loadOwnObject, type RegistryCommand, type RegistryMoment } from './registry-command.ts';
import { doneReply, type RegistryReply } from './registry-reply.ts';
import type { RegistryTx } from './schema.ts';

export async function deleteObject(
  tx: RegistryTx,
  command: RegistryCommand,
  now: RegistryMoment,
): Promise<RegistryReply> {
  const loaded = await loadOwnObject(tx, command, now);
  if ('refused' in loaded) return loaded.refused;
  await tx.run(removeObject, { name: command.name });
  return doneReply(loaded.row.expires_at);
}

/** The common start of every command that changes an object. */
import { behaviourOf } from './behaviours.ts';
import { lockObject } from './queries.ts';
import type { RegistryCommand, RegistryMoment } from './registry-command.ts';
import { type RegistryReply, refusal, resultCode } from './registry-reply.ts';
import type { ObjectRow, RegistryTx } from './schema.ts';
import { settleObject } from './settle-object.ts';

/** The sender's own, decided object, locked; or the reply that there is none to change. */
export async function loadOwnObject(
  tx: RegistryTx,
  command: RegistryCommand,
  now: RegistryMoment,
): Promise<{ readonly row: ObjectRow } | { readonly refused: RegistryReply }> {
  const found = await tx.first(lockObject, { name: command.name });
  const row = found === undefined ? null : await settleObject(tx, found, now);
  if (behaviourOf(command.name).isTaken || (row !== null && row.sponsor !== command.sponsor)) {
    return { refused: refusal(resultCode.notYours, 'Another registrar sponsors this name.') };
  }
  if (row === null) {
    return { refused: refusal(resultCode.doesNotExist, 'This name is not registered.') };
  }
  if (row.settles_at !== null) {
    return {
      refused: refusal(resultCode.statusProhibits, 'The creation of this name is still pending.'),
    };
  }
  return { row };
}

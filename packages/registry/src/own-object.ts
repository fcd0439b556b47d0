/** The common start of every command that changes an object. */
import { behaviourOf } from './behaviours.ts';
import type { RegistryCommand, RegistryMoment } from './registry-command.ts';
import { type RegistryReply, refusal, resultCode } from './registry-reply.ts';
import { settleObject } from './settle-object.ts';
import { lockObject } from './storage/queries/objects.ts';
import type { RegistryTx } from './storage/schema.ts';
import type { RegistryObject } from './storage/tables/objects.ts';

/** The sender's own, decided object, locked; or the reply that there is none to change. */
export async function loadOwnObject(
  tx: RegistryTx,
  command: RegistryCommand,
  now: RegistryMoment,
): Promise<{ readonly object: RegistryObject } | { readonly refused: RegistryReply }> {
  const found = await tx.first(lockObject, { name: command.name });
  const object = found === undefined ? null : await settleObject(tx, found, now);
  if (
    behaviourOf(command.name).isTaken ||
    (object === null && behaviourOf(command.name).rival !== null) ||
    (object !== null && object.sponsor !== command.sponsor)
  ) {
    return { refused: refusal(resultCode.notYours, 'Another registrar sponsors this name.') };
  }
  if (object === null) {
    return { refused: refusal(resultCode.doesNotExist, 'This name is not registered.') };
  }
  if (object.settlesAt !== null) {
    return {
      refused: refusal(resultCode.statusProhibits, 'The creation of this name is still pending.'),
    };
  }
  if (object.trade !== null) {
    return {
      refused: refusal(resultCode.statusProhibits, 'The change of the owner is still pending.'),
    };
  }
  if (object.transfer?.status === 'pending') {
    return {
      refused: refusal(resultCode.statusProhibits, 'A transfer of this name is still pending.'),
    };
  }
  return { object };
}

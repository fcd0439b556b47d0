/** Sets the given fields. An update without a change writes nothing. */

import { loadOwnObject } from './own-object.ts';
import { updateObject as writeObject } from './queries.ts';
import type { RegistryMoment, UpdateObject } from './registry-command.ts';
import { readStatuses, withStatus } from './registry-object.ts';
import { doneReply, type RegistryReply } from './registry-reply.ts';
import type { RegistryTx } from './schema.ts';

export async function updateObject(
  tx: RegistryTx,
  command: UpdateObject,
  now: RegistryMoment,
): Promise<RegistryReply> {
  const loaded = await loadOwnObject(tx, command, now);
  if ('refused' in loaded) return loaded.refused;
  const { row } = loaded;
  const { nameservers, privacyEnabled, transferLocked } = command;
  const statuses = readStatuses(row);
  const changed = {
    nameservers: nameservers === undefined ? row.nameservers : JSON.stringify(nameservers),
    auth_code: command.authCode ?? row.auth_code,
    privacy_enabled: privacyEnabled === undefined ? row.privacy_enabled : privacyEnabled ? 1 : 0,
    statuses:
      transferLocked === undefined ||
      transferLocked === statuses.includes('clientTransferProhibited')
        ? row.statuses
        : JSON.stringify(
            withStatus(statuses, { status: 'clientTransferProhibited', isSet: transferLocked }),
          ),
  };
  const isChanged =
    changed.nameservers !== row.nameservers ||
    changed.privacy_enabled !== row.privacy_enabled ||
    changed.statuses !== row.statuses ||
    changed.auth_code !== row.auth_code;
  if (isChanged) await tx.run(writeObject, { ...row, ...changed, updated_at: now.calendar });
  return doneReply(row.expires_at);
}

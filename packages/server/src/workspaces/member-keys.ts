/** The keys that a member created in a workspace: they keep working when the member is removed. */
import { listApiKeysBy } from '../storage/queries/api-keys.ts';
import { listTsigKeysBy } from '../storage/queries/tsig-keys.ts';
import type { HostmasterReader, HostmasterTx } from '../storage/schema.ts';
import type { Revoker } from './actor.ts';
import { keyState } from './key-state.ts';
import { revokeKey } from './keys.ts';
import { revokeUpdateKey } from './update-keys.ts';

export interface MemberKeys {
  readonly apiKeys: readonly { readonly id: string; readonly name: string }[];
  readonly updateKeys: readonly { readonly name: string }[];
}

/** Those that still work at this machine time. */
export async function listMemberKeys(
  reader: HostmasterReader,
  member: { readonly workspaceId: string; readonly userId: string; readonly now: number },
): Promise<MemberKeys> {
  const isValid = (key: Parameters<typeof keyState>[0]) => keyState(key, member.now) === 'valid';
  const apiKeys = (await reader.all(listApiKeysBy, member)).filter(isValid);
  const updateKeys = (await reader.all(listTsigKeysBy, member)).filter(isValid);
  return {
    apiKeys: apiKeys.map(({ id, name }) => ({ id, name })),
    updateKeys: updateKeys.map(({ name }) => ({ name })),
  };
}

export async function revokeMemberKeys(
  tx: HostmasterTx,
  keys: MemberKeys,
  by: { readonly revoker: Revoker; readonly at: number },
): Promise<void> {
  for (const { id } of keys.apiKeys) await revokeKey(tx, { id, ...by });
  for (const { name } of keys.updateKeys) await revokeUpdateKey(tx, { name, ...by });
}

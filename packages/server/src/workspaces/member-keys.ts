/** The keys that a member created in a workspace: they keep working when the member is removed. */
import { loadList } from '@hostmaster/storage';
import { type Change, combine } from '../changes/change.ts';
import { listApiKeysBy } from '../storage/queries/keys/api-keys.ts';
import { listUpdateKeysBy } from '../storage/queries/keys/update-keys.ts';
import type { HostmasterReader } from '../storage/schema.ts';
import type { ApiKey } from '../storage/tables/keys/api-keys.ts';
import type { StoredUpdateKey } from '../storage/tables/keys/update-keys.ts';
import type { Actor } from './actor.ts';
import { keyState } from './key-state.ts';
import { keyRevocation } from './keys.ts';
import { updateKeyRevocation } from './update-keys.ts';

export interface MemberKeys {
  readonly apiKeys: readonly Pick<ApiKey, 'id' | 'name' | 'prefix'>[];
  readonly updateKeys: readonly Pick<
    StoredUpdateKey,
    'name' | 'domainName' | 'moreDomains' | 'allDomains'
  >[];
}

/** Those that still work at this machine time. */
export async function listMemberKeys(
  reader: HostmasterReader,
  member: { readonly workspaceId: string; readonly userId: string; readonly now: number },
): Promise<MemberKeys> {
  const isValid = (key: Parameters<typeof keyState>[0]) => keyState(key, member.now) === 'valid';
  const [apiKeys, updateKeys] = await Promise.all([
    loadList(reader, listApiKeysBy, member),
    loadList(reader, listUpdateKeysBy, member),
  ]);
  return { apiKeys: apiKeys.filter(isValid), updateKeys: updateKeys.filter(isValid) };
}

export function revokeMemberKeys(
  { apiKeys, updateKeys }: MemberKeys,
  by: { readonly actor: Actor; readonly at: number },
): Change {
  return combine(
    ...apiKeys.map((key) => keyRevocation(key, by)),
    ...updateKeys.map((key) => updateKeyRevocation(key, by)),
  );
}

/** The keys that a member created in a workspace: who removes the member revokes or keeps them. */
import { loadList } from '@hostmaster/storage';
import { type Change, combine } from '../changes/change.ts';
import { listApiKeysBy } from '../storage/queries/keys/api-keys.ts';
import { listUpdateKeysBy } from '../storage/queries/keys/update-keys.ts';
import { update } from '../storage/row-write.ts';
import type { HostmasterReader } from '../storage/schema.ts';
import { type ApiKey, apiKeys } from '../storage/tables/keys/api-keys.ts';
import { type StoredUpdateKey, updateKeys } from '../storage/tables/keys/update-keys.ts';
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
  const [ofApi, ofUpdate] = await Promise.all([
    loadList(reader, listApiKeysBy, member),
    loadList(reader, listUpdateKeysBy, member),
  ]);
  return { apiKeys: ofApi.filter(isValid), updateKeys: ofUpdate.filter(isValid) };
}

/** They pass to the person who keeps them; an operator keeps them as keys of a command. */
export function keepMemberKeys(
  { apiKeys: ofApi, updateKeys: ofUpdate }: MemberKeys,
  actor: Actor,
): Change {
  const createdBy = actor.kind === 'user' ? actor.id : null;
  return {
    rows: [
      ...ofApi.map(({ id }) => update(apiKeys, { id, revokedAt: null }, { createdBy })),
      ...ofUpdate.map(({ name }) => update(updateKeys, { name, revokedAt: null }, { createdBy })),
    ],
  };
}

export function revokeMemberKeys(
  { apiKeys: ofApi, updateKeys: ofUpdate }: MemberKeys,
  by: { readonly actor: Actor; readonly at: number },
): Change {
  return combine(
    ...ofApi.map((key) => keyRevocation(key, by)),
    ...ofUpdate.map((key) => updateKeyRevocation(key, by)),
  );
}

/**
 * What the hash chain covers of an entry of the activity (docs/adr/0042). Subject and details may name
 * people and can be erased: they are a digest of their own, with a salt that is erased with them.
 */
import { sha256Hex, storedText } from '../base/hash-chain.ts';
import type { Activity } from '../storage/tables/events/activity.ts';

/** An entry with its details as the stored text. */
export type StoredActivity = Omit<Activity, 'details'> & { readonly details: string };

export function contentDigest(
  salt: string,
  { subject, details }: Pick<StoredActivity, 'subject' | 'details'>,
): string {
  return sha256Hex(JSON.stringify([salt, storedText(subject), details]));
}

export function activityDigest(
  entry: Omit<StoredActivity, 'subject' | 'details'>,
  content: string,
): string {
  const { id, workspaceId, at, actorKind, actorId, action } = entry;
  const fields = [id, workspaceId, at, actorKind, storedText(actorId), action, content];
  return sha256Hex(JSON.stringify(fields));
}

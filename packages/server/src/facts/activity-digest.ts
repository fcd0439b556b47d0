/**
 * What the hash chain covers of an entry of the activity (docs/adr/0041). Subject, details and
 * origin may name people and can be erased: they are a digest of their own, with a salt that is erased with them.
 */
import { sha256Hex, storedText } from '../base/hash-chain.ts';
import type { Activity } from '../storage/tables/events/activity.ts';

/** An entry with the JSON of its details and of its origin as the stored texts. */
export type StoredActivity = Omit<Activity, 'details' | 'origin'> & {
  readonly details: string;
  readonly origin: string | null;
};

type Content = Pick<StoredActivity, 'subject' | 'details' | 'origin'>;

export function contentDigest(salt: string, { subject, details, origin }: Content): string {
  return sha256Hex(JSON.stringify([salt, storedText(subject), details, origin]));
}

export function activityDigest(
  entry: Omit<StoredActivity, keyof Content>,
  content: string,
): string {
  const { id, workspaceId, at, actorKind, actorId, action } = entry;
  const fields = [id, workspaceId, at, actorKind, storedText(actorId), action, content];
  return sha256Hex(JSON.stringify(fields));
}

/**
 * Erases what an entry of the activity says about people: its subject, details and origin. Its link in
 * the hash chain keeps their digest without the salt, so that the chain still verifies (docs/adr/0041).
 */
import { newId } from '../../base/ids.ts';
import { type Change, noChange } from '../../changes/change.ts';
import { type ChangeWork, changeWork, ofWorkspace, persist } from '../../changes/persist.ts';
import { contentDigest } from '../../facts/activity-digest.ts';
import { findActivityLink } from '../../storage/queries/events/hash-chains.ts';
import { update } from '../../storage/row-write.ts';
import type { HostmasterDatabase } from '../../storage/schema.ts';
import { activity } from '../../storage/tables/events/activity.ts';
import { hashChainLinks } from '../../storage/tables/events/hash-chain-links.ts';
import { operatorActor } from '../../workspaces/actor.ts';

export type Erasure = 'erased' | 'already erased' | 'unknown';

interface ErasedEntry {
  readonly workspaceId: string;
  readonly entryId: string;
}

/** By an operator, with an entry of its own that says why. */
export function eraseEntry(
  database: HostmasterDatabase,
  call: ErasedEntry & { readonly reason: string; readonly at: number },
): Promise<Erasure> {
  const { workspaceId, entryId, reason, at } = call;
  const fact = { kind: 'activity.erase', entryId, reason } as const;
  const entry = { id: newId('act'), at, actor: operatorActor(workspaceId), fact };
  return persist(database, erasureOf(call, { facts: [entry] }));
}

/** `beside` becomes true with the erasure. */
export function erasureOf(
  { workspaceId, entryId }: ErasedEntry,
  beside: Pick<Change, 'facts'> = {},
): ChangeWork<unknown, Erasure> {
  return changeWork({
    ...ofWorkspace(workspaceId, 'alone'),
    load: (reader) => reader.first(findActivityLink, { workspaceId, id: entryId }),
    decide(entry) {
      if (entry === undefined) return { answer: 'unknown', change: noChange };
      const isEmpty = entry.subject === '' && entry.details === '{}' && entry.origin === null;
      if (isEmpty) return { answer: 'already erased', change: noChange };
      const erased = contentDigest(entry.salt ?? '', entry);
      return {
        answer: 'erased',
        change: {
          ...beside,
          rows: [
            update(activity, { id: entryId }, { subject: '', details: {}, origin: null }),
            ...(entry.seq === null
              ? []
              : [update(hashChainLinks, { entryId }, { salt: null, erased })]),
          ],
        },
      };
    },
  });
}

/**
 * Erases what an entry of the activity says about people: its subject, details and origin. Its link in
 * the hash chain keeps their digest without the salt, so that the chain still verifies (docs/adr/0041).
 */
import { newId } from '../../base/ids.ts';
import { noChange } from '../../changes/change.ts';
import { ofWorkspace, persist } from '../../changes/persist.ts';
import { contentDigest } from '../../facts/activity-digest.ts';
import { findActivityLink } from '../../storage/queries/events/hash-chains.ts';
import { update } from '../../storage/row-write.ts';
import type { HostmasterDatabase } from '../../storage/schema.ts';
import { activity } from '../../storage/tables/events/activity.ts';
import { hashChainLinks } from '../../storage/tables/events/hash-chain-links.ts';
import { operatorActor } from '../../workspaces/actor.ts';

export type Erasure = 'erased' | 'already erased' | 'unknown';

export function eraseEntry(
  database: HostmasterDatabase,
  call: {
    readonly workspaceId: string;
    readonly entryId: string;
    readonly reason: string;
    readonly at: number;
  },
): Promise<Erasure> {
  const { workspaceId, entryId, reason, at } = call;
  return persist<Awaited<ReturnType<typeof load>>, Erasure>(database, {
    ...ofWorkspace(workspaceId, 'alone'),
    load,
    decide(entry) {
      if (entry === undefined) return { answer: 'unknown', change: noChange };
      const isEmpty = entry.subject === '' && entry.details === '{}' && entry.origin === null;
      if (isEmpty) return { answer: 'already erased', change: noChange };
      const erased = contentDigest(entry.salt ?? '', entry);
      const fact = { kind: 'activity.erase', entryId, reason } as const;
      return {
        answer: 'erased',
        change: {
          rows: [
            update(activity, { id: entryId }, { subject: '', details: {}, origin: null }),
            ...(entry.seq === null
              ? []
              : [update(hashChainLinks, { entryId }, { salt: null, erased })]),
          ],
          facts: [{ id: newId('act'), at, actor: operatorActor(workspaceId), fact }],
        },
      };
    },
  });

  function load(reader: Pick<HostmasterDatabase, 'first'>) {
    return reader.first(findActivityLink, { workspaceId, id: entryId });
  }
}

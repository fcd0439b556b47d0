/**
 * Appends entries to the hash chains of their workspaces (docs/adr/0041). The rows of the chains are
 * locked in the order of their workspaces, after the counters of events.
 */
import { chainStart } from '../base/hash-chain.ts';
import { timeOfId } from '../base/ids.ts';
import { LateSlot } from '../storage/late-slot.ts';
import { statement } from '../storage/statements.ts';
import type { ChainKind } from '../storage/tables/events/hash-chains.ts';

interface NewLink {
  readonly workspaceId: string;
  readonly kind: ChainKind;
  readonly entryId: string;
  readonly salt: string | null;
  readonly digest: string;
}

export const chainSlot = new LateSlot<NewLink>(5, (links) =>
  [...Map.groupBy(links, ({ workspaceId, kind }) => `${workspaceId} ${kind}`).entries()]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([, added]) => chainWrites(added)),
);

function chainWrites(added: readonly NewLink[]) {
  const [first] = added;
  if (first === undefined) return [];
  const { workspaceId, kind, entryId } = first;
  const count = added.length;
  const links = added.map((link) => [link.entryId, link.salt, link.digest] as const);
  return [
    statement('raiseChain', {
      ...{ workspaceId, kind, count },
      beganAt: timeOfId(entryId),
      start: chainStart,
    }),
    statement('insertLinks', { workspaceId, kind, count, links }),
    statement('setHead', { workspaceId, kind }),
  ];
}

/**
 * Numbers the events and the links of hash chains (docs/adr/0041) of a commit: one raise per workspace,
 * in the order of their ids, so that all commits lock these rows in the same order.
 */
import { chainStart } from '../base/hash-chain.ts';
import { timeOfId } from '../base/ids.ts';
import { eventBytes } from '../base/limits.ts';
import { LateSlot, type LateWrite } from '../storage/late-slot.ts';
import type { NewEvent } from '../storage/queries/events/events.ts';
import type { RowWrite } from '../storage/row-write.ts';
import { statement } from '../storage/statements.ts';
import type { EventStream } from '../storage/tables/events/event-streams.ts';
import type { HashChainLink } from '../storage/tables/events/hash-chain-links.ts';

interface NewLink extends Omit<HashChainLink, 'seq' | 'erased' | 'hash'> {
  readonly digest: string;
}

interface Added {
  readonly workspaceId: string;
  readonly event?: NewEvent;
  readonly link?: NewLink;
}

const slot = new LateSlot<Added>(4, streamWrites);

export function appendEvent(event: NewEvent): LateWrite {
  return slot.entry({ workspaceId: event.workspaceId, event });
}

export function appendLink(link: NewLink): LateWrite {
  return slot.entry({ workspaceId: link.workspaceId, link });
}

/** What one commit adds to the stream of a workspace. */
interface Stream {
  readonly workspaceId: string;
  readonly events: readonly NewEvent[];
  readonly activity: readonly NewLink[];
  readonly ledger: readonly NewLink[];
}

function streamWrites(added: readonly Added[]): readonly RowWrite[] {
  const streams = [...Map.groupBy(added, ({ workspaceId }) => workspaceId)]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([workspaceId, entries]): Stream => {
      const links = entries.flatMap(({ link }) => link ?? []);
      return {
        workspaceId,
        events: entries.flatMap(({ event }) => event ?? []),
        activity: links.filter(({ kind }) => kind === 'activity'),
        ledger: links.filter(({ kind }) => kind === 'ledger'),
      };
    });
  const events = streams.flatMap(({ events }) => events.map(behind));
  const links = streams.flatMap(({ activity, ledger }) => [activity, ledger].flatMap(givenLinks));
  return [
    statement('raiseStreams', { rows: streams.map(raiseOf) }),
    ...(events.length === 0 ? [] : [statement('insertEvents', { rows: events })]),
    ...(links.length === 0 ? [] : [statement('insertLinks', { count: links.length, rows: links })]),
  ];
}

function raiseOf({ workspaceId, events, activity, ledger }: Stream): EventStream {
  const [event] = events;
  const link = activity[0] ?? ledger[0];
  return {
    workspaceId,
    lastSeq: events.length,
    firstSeq: 1,
    oldestAt: event === undefined ? null : timeOfId(event.idBase),
    bytes: events.reduce((sum, event) => sum + eventBytes(dataBytes(event)), 0),
    chainedAt: link === undefined ? null : timeOfId(link.entryId),
    activitySeq: activity.length,
    activityFirstSeq: 1,
    activityAnchor: chainStart,
    ledgerSeq: ledger.length,
  };
}

/** The number of a row tells how many of the same commit come after it. */
function behind(event: NewEvent, index: number, events: readonly NewEvent[]) {
  return { ...event, seq: events.length - 1 - index };
}

function givenLinks(links: readonly NewLink[]): readonly HashChainLink[] {
  return links.map(({ digest, ...link }, index) => ({
    ...link,
    seq: links.length - 1 - index,
    erased: null,
    hash: digest,
  }));
}

function dataBytes({ data }: NewEvent): number {
  return Buffer.byteLength(JSON.stringify(data));
}

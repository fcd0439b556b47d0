/** Adds an event to the stream of its workspace, in the transaction of its cause. */
import type { EventData, EventType } from '@hostmaster/contract';
import { newId } from '../base/ids.ts';
import type { Writes } from '../storage/change.ts';
import { appendEvents, type NewEvent } from '../storage/queries/events.ts';
import type { HostmasterTx } from '../storage/schema.ts';
import type { ActorKind } from '../storage/tables/activity.ts';

/** A type with its data. */
export type Happening = {
  [T in EventType]: {
    readonly type: T;
    readonly domain: string | null;
    readonly data: EventData<T>;
  };
}[EventType];

export interface EventCause {
  readonly actor: { readonly kind: ActorKind; readonly id: string; readonly workspaceId: string };
  /** Calendar time. */
  readonly at: number;
}

/** Written together with the commit, which gives the event its number. */
export function recordEvent(
  tx: HostmasterTx,
  { actor, at }: EventCause,
  { type, domain, data }: Happening,
): void {
  const { workspaceId, kind, id } = actor;
  tx.atCommit(appendEvents, {
    workspaceId,
    idBase: newId('evt'),
    type,
    at,
    domain,
    data: { actor: { kind, id }, ...data },
  });
  tx.announce({ kind: 'events-added', workspaceId });
}

/** As recordEvent, for a change. */
export function eventWrites(
  { actor, at }: EventCause,
  { type, domain, data }: Happening,
): Pick<Writes, 'late' | 'events'> {
  const { workspaceId, kind, id } = actor;
  const entry: NewEvent = {
    workspaceId,
    idBase: newId('evt'),
    type,
    at,
    domain,
    data: { actor: { kind, id }, ...data },
  };
  return {
    late: [{ slot: appendEvents, entry }],
    events: [{ kind: 'events-added', workspaceId }],
  };
}

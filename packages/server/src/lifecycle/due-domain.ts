/** A domain that is due, as the decisions of the sweep get it. */
import { newId } from '../base/ids.ts';
import type { LifecycleEvent } from '../domains/lifecycle.ts';
import type { Fact, FactEntry } from '../facts/fact.ts';
import type { Domain } from '../storage/tables/domains/domains.ts';
import { systemActor } from '../workspaces/actor.ts';

type EventKind = LifecycleEvent['kind'];

export interface DueDomain<Kind extends EventKind = EventKind> {
  /** Loaded with its lock. */
  readonly domain: Domain;
  readonly event: Extract<LifecycleEvent, { kind: Kind }>;
  /** Calendar time. */
  readonly now: number;
}

export function lifecycleFact(
  { domain, now }: Pick<DueDomain, 'domain' | 'now'>,
  fact: Fact,
): FactEntry {
  const actor = systemActor(domain.workspaceId, 'lifecycle');
  return { id: newId('act'), at: now, actor, fact };
}

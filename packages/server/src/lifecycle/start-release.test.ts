import { dayMs, hourMs } from '@hostmaster/contract/durations';
import { expect, it } from 'vitest';
import type { Domain } from '../storage/tables/domains/domains.ts';
import { type LoadedRelease, startRelease } from './start-release.ts';

const now = Date.UTC(2031, 5, 10);
const event = { kind: 'release', at: now - dayMs } as const;

const day = { day: '2030-01-01', begun: 0, allowed: 20, isFirst: false };
const permitted = { day, hasPendingTerm: false };
const held = { day: { ...day, begun: 20 }, hasPendingTerm: false };
const pending = { day: null, hasPendingTerm: true };

const later = { dueAt: now + hourMs };
const releasing = { state: 'releasing', dueAt: null, releaseBeganAt: 7 };

interface Row {
  readonly title: string;
  readonly loaded: LoadedRelease;
  readonly dueAt: number;
  readonly set: object;
  readonly facts: readonly string[];
}

const table: readonly Row[] = [
  {
    title: 'released within the limit',
    loaded: permitted,
    dueAt: event.at,
    set: releasing,
    facts: ['domain.releasing'],
  },
  {
    title: 'held, and recorded the first time',
    loaded: held,
    dueAt: event.at,
    set: later,
    facts: ['domain.release_held'],
  },
  { title: 'held again', loaded: held, dueAt: now - hourMs, set: later, facts: [] },
  { title: 'postponed for a term', loaded: pending, dueAt: event.at, set: later, facts: [] },
];

it.each(table)('is $title', ({ loaded, dueAt, set, facts }) => {
  const registration = { expiresAt: 0 };
  const domain = { id: 'dom_1', name: 'old.com', workspaceId: 'wsp_1', registration, dueAt };
  const due = { domain: domain as Domain, event, now, beganAt: 7 };
  const change = startRelease(due, loaded);
  expect(change.rows).toMatchObject([{ table: 'domains', where: { id: 'dom_1' }, set }]);
  expect((change.facts ?? []).map(({ fact }) => fact.kind)).toEqual(facts);
  expect(change.jobs ?? []).toHaveLength(facts.includes('domain.releasing') ? 1 : 0);
});

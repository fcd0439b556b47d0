/** No state of a customer is silent: the list of states, the types of events and docs/events.md agree. */
import { type EventType, eventTypes } from '@hostmaster/contract';
import { describe, expect, it } from 'vitest';
import { table } from './documents.ts';
import { jobEnds, stateEvents } from './state-events.ts';

/** Events about what was done, after which a customer is in no other state. */
const actions: readonly EventType[] = [
  'dns.changed',
  'dns.soa_changed',
  'domain.auth_code_replaced',
  'domain.tags_changed',
];

describe('the events of states', () => {
  it('are those that docs/events.md lists', () => {
    const rows = Object.entries(stateEvents).flatMap(([subject, states]) =>
      Object.entries(states).map(([state, events]) => [
        subject,
        `\`${state}\``,
        events.map((type) => `\`${type}\``).join(', '),
      ]),
    );
    expect(table('docs/events.md', ['Subject', 'State', 'Events'])).toEqual(rows);
  });

  it('are all types of events, but for those of actions', () => {
    const named = Object.values(stateEvents).flatMap((states) => Object.values(states).flat());
    const known = Object.keys(eventTypes);
    expect([...new Set([...named, ...actions])].sort()).toEqual(known.sort());
  });

  it('say how each job at the registry ended', () => {
    const ends = Object.values(jobEnds).flatMap((events) => events ?? []);
    const named = new Set<string>(
      Object.values(stateEvents).flatMap((states) => Object.values(states).flat()),
    );
    expect(ends.filter((type) => !named.has(type))).toEqual([]);
  });

  it('do not compile for a state without one', () => {
    // @ts-expect-error The state `paused` has no event.
    const webhook: typeof stateEvents.webhook = { active: ['webhook.resumed'] };
    expect(webhook).not.toHaveProperty('paused');
  });
});

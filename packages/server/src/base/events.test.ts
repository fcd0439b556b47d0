import { expect, it } from 'vitest';
import { EventBus } from './events.ts';

it('delivers an event to the subscribers of its kind, until they leave', () => {
  const bus = new EventBus();
  const received: string[] = [];
  const leave = bus.subscribe('zone-changed', ({ zone }) => received.push(`first ${zone}`));
  bus.subscribe('zone-changed', ({ zone }) => received.push(`second ${zone}`));
  bus.subscribe('jobs-changed', () => received.push('jobs'));
  bus.publish({ kind: 'zone-changed', zone: 'a.example', isCatalogDue: false });
  leave();
  bus.publish({ kind: 'zone-changed', zone: 'b.example', isCatalogDue: false });
  bus.publish({ kind: 'key-revoked' });
  expect(received).toEqual(['first a.example', 'second a.example', 'second b.example']);
});

it('a listener that subscribed twice leaves once at a time', () => {
  const bus = new EventBus();
  let count = 0;
  const listener = () => {
    count += 1;
  };
  const leave = bus.subscribe('jobs-changed', listener);
  bus.subscribe('jobs-changed', listener);
  leave();
  bus.publish({ kind: 'jobs-changed' });
  expect(count).toBe(1);
});

import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { isEventType } from '@hostmaster/contract';
import { expect, it } from 'vitest';
import { activityText, describedActions } from './activity-text.ts';

const source = fileURLToPath(new URL('..', import.meta.url));

it('has a text for every action that is recorded anywhere', () => {
  const written = new Set<string>();
  for (const file of globSync('**/*.ts', { cwd: source })) {
    if (file.endsWith('.test.ts')) continue;
    const text = readFileSync(`${source}/${file}`, 'utf8');
    for (const match of text.matchAll(
      /'((?:domain|record|key(?!\.pem)|tsig_key|workspace|member|contact|credits|price|mail|webhook(?!\.test'))\.[a-z_]+)'/g,
    )) {
      written.add(match[1] ?? '');
    }
  }
  expect(written.size).toBeGreaterThan(25);
  const actions = [...written].filter((word) => !isEventType(word));
  expect(actions.filter((action) => !describedActions.has(action))).toEqual([]);
});

it.each([
  [
    { action: 'domain.register', subject: 'a.com', details: { years: 1, credits: 12 } },
    'registered a.com for 1 year (12 credits)',
  ],
  [
    { action: 'domain.renew', subject: 'a.com', details: { years: 2, credits: 1 } },
    'renewed a.com for 2 years (1 credit)',
  ],
  [
    {
      action: 'record.update',
      subject: 'a.com',
      details: {
        before: { name: '@', type: 'A', value: '192.0.2.1' },
        after: { name: '@', type: 'A', value: '192.0.2.2' },
      },
    },
    'changed @ A 192.0.2.1 to @ A 192.0.2.2 in a.com',
  ],
  [
    {
      action: 'record.update',
      subject: 'a.com',
      details: {
        before: { name: '@', type: 'A', value: '192.0.2.1', ttl: 3600 },
        after: { name: '@', type: 'A', value: '192.0.2.1', ttl: 300 },
      },
    },
    'changed the TTL of @ A 192.0.2.1 from 3600 to 300 seconds in a.com',
  ],
  [
    {
      action: 'records.change',
      subject: 'a.com',
      details: { revision: 3, added: 2, changed: 0, removed: 1 },
    },
    'changed the records of a.com: 2 added, 1 removed',
  ],
  [
    {
      action: 'record.delete',
      subject: 'a.com',
      details: { name: 'x', type: 'TXT', value: 'y'.repeat(100) },
    },
    `deleted x TXT ${'y'.repeat(60)}… from a.com`,
  ],
  [
    {
      action: 'domain.update',
      subject: 'a.com',
      details: { autoRenew: true, privacyEnabled: false },
    },
    'set auto-renew on and privacy off for a.com',
  ],
  [{ action: 'something.new_here', subject: 'it', details: {} }, 'something new here: it'],
])('%j', (entry, text) => {
  expect(activityText(entry)).toBe(text);
});

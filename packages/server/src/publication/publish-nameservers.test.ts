/** What a new list of nameservers writes and publishes. */
import { typeName } from '@hostmaster/dns';
import { describe, expect, it } from 'vitest';
import { newId } from '../base/ids.ts';
import { standardSoa } from '../zones/soa-settings.ts';
import { publishNameservers } from './publish-nameservers.ts';

const author = {
  actor: { kind: 'api_key', id: 'key_1' },
  now: 1,
  operationId: newId('act'),
} as const;
const domain = {
  id: 'dom_1',
  name: 'example.com',
  state: 'live',
  zone: {
    signing: 'off',
    nameservers: ['ns1.example.net', 'ns2.example.net'],
    soa: null,
    zoneRevision: 7,
  },
} as const;

function publish(after: readonly string[], state: 'live' | 'provisioning' = 'live') {
  const { set, change } = publishNameservers(
    author,
    { domain: { ...domain, state }, soaDefaults: standardSoa },
    after,
  );
  const [edit] = change.zones ?? [];
  const difference = edit?.kind === 'difference' ? edit.difference : { removed: [], added: [] };
  return {
    set,
    revisions: (change.rows ?? []).length,
    removed: difference.removed.map(({ type }) => typeName(type)),
    added: difference.added.map(({ type }) => typeName(type)),
  };
}

describe('publishNameservers', () => {
  it.each([
    ['the same list', domain.zone.nameservers, { set: {}, revisions: 0, removed: [], added: [] }],
    [
      'another primary',
      ['ns2.example.net', 'ns3.example.net'],
      { removed: ['SOA', 'NS'], added: ['SOA', 'NS'] },
    ],
    ['the same primary', ['ns1.example.net'], { removed: ['NS'], added: [] }],
    ['another order', ['ns2.example.net', 'ns1.example.net'], { removed: ['SOA'], added: ['SOA'] }],
  ] as const)('%s', (_, after, expected) => {
    expect(publish(after)).toEqual({ set: { zoneRevision: 8 }, revisions: 1, ...expected });
  });

  it('publishes nothing before the registry has confirmed the name', () => {
    expect(publish(['ns3.example.net'], 'provisioning')).toEqual({
      set: { zoneRevision: 8 },
      revisions: 1,
      removed: [],
      added: [],
    });
  });
});

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
    servedNameservers: null,
    soa: null,
    zoneRevision: 7,
  },
} as const;

function publish(
  nameservers: readonly string[],
  {
    state = 'live',
    served = null,
    isHeld = false,
  }: {
    readonly state?: 'live' | 'provisioning';
    readonly served?: readonly string[] | null;
    readonly isHeld?: boolean;
  } = {},
) {
  const zone = { ...domain.zone, servedNameservers: served };
  const { set, change } = publishNameservers(
    author,
    { domain: { ...domain, state, zone }, soaDefaults: standardSoa },
    { nameservers, isHeld },
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
    const set = { zoneRevision: 8, servedNameservers: null };
    expect(publish(after)).toEqual({ set, revisions: 1, ...expected });
  });

  it('publishes nothing before the registry has confirmed the name', () => {
    expect(publish(['ns3.example.net'], { state: 'provisioning' })).toEqual({
      set: { zoneRevision: 8, servedNameservers: null },
      revisions: 1,
      removed: [],
      added: [],
    });
  });

  const served = ['ns8.example.net', 'ns9.example.net'];

  it.each([
    ['the first ones', null, domain.zone.nameservers],
    ['those of before', served, served],
  ])('keeps %s in the zone while others are held', (_, before, kept) => {
    expect(publish(['ns3.example.net'], { served: before, isHeld: true })).toEqual({
      set: { zoneRevision: 8, servedNameservers: kept },
      revisions: 1,
      removed: [],
      added: [],
    });
  });

  it.each([
    ['publishes held ones that need not wait any more', false, ['SOA', 'NS', 'NS']],
    ['goes on holding those that are sent again', true, []],
  ] as const)('%s', (_, isHeld, types) => {
    const set = isHeld ? {} : { servedNameservers: null };
    expect(publish(domain.zone.nameservers, { served, isHeld })).toEqual({
      set,
      revisions: 0,
      removed: types,
      added: types,
    });
  });

  it('publishes what follows held ones beside those that the zone has', () => {
    expect(publish(['ns8.example.net'], { served })).toEqual({
      set: { zoneRevision: 8, servedNameservers: null },
      revisions: 1,
      removed: ['NS'],
      added: [],
    });
  });
});

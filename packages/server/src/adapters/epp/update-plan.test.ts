import { testRegistry } from '@hostmaster/test-rig/epp-registrar';
import { updateOf } from '@hostmaster/test-rig/registrar-conformance/commands';
import { describe, expect, it } from 'vitest';
import { viewOf } from './domain-view.ts';
import { planUpdate } from './update-plan.ts';

describe('an update where nameservers are attributes', () => {
  const config = testRegistry({ nameservers: 'attributes' });
  const hosts = [
    { name: 'ns1.own.com', addresses: ['192.0.2.1', '2001:0db8::1'] },
    { name: 'ns9.example.net', addresses: [] },
  ];
  const current = {
    name: 'own.com',
    roid: 'D1-TEST',
    statuses: ['ok'],
    contacts: [],
    nameservers: { kind: 'attributes' as const, hosts },
    subordinateHosts: [],
    sponsorId: 'hostmaster',
    rgpStatuses: [],
    dnssec: [],
  };
  const registrant = { owner: null, isPrivate: false, isDisclosed: false };
  const facts = {
    clientId: 'hostmaster',
    showsAuthCode: true,
    registrant,
    hostAddresses: {},
    redemptionMs: null,
    dnssecData: 'ds' as const,
  };
  const plan = (addresses: readonly string[]) => {
    const nameservers = hosts.map(({ name }) => name);
    const command = {
      ...updateOf(viewOf(current, facts), { nameservers }),
      hostAddresses: { 'ns1.own.com': addresses },
    };
    return planUpdate(config, { command, current, registrant: undefined }).request;
  };

  it('replaces the host whose addresses differ, and no other', () => {
    expect(plan(['192.0.2.2'])).toEqual({
      name: 'own.com',
      add: {
        nameservers: {
          kind: 'attributes',
          hosts: [{ name: 'ns1.own.com', addresses: ['192.0.2.2'] }],
        },
      },
      remove: {
        nameservers: { kind: 'attributes', hosts: [{ name: 'ns1.own.com', addresses: [] }] },
      },
    });
  });

  it('changes nothing where they are equal, or where none is given', () => {
    expect(plan(['2001:db8::1', '192.0.2.1'])).toBeNull();
    expect(plan([])).toBeNull();
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { summariseRdap } from './summary.ts';

const card = (...properties: readonly (readonly unknown[])[]) => ['vcard', properties];

const answer = {
  objectClassName: 'domain',
  ldhName: 'EXAMPLE.COM',
  status: ['client transfer prohibited', 7],
  events: [
    { eventAction: 'registration', eventDate: '1995-08-14T04:00:00Z' },
    { eventAction: 'expiration', eventDate: '2027-08-13T06:00:00+02:00' },
    { eventAction: 'last changed', eventDate: 'yesterday' },
  ],
  nameservers: [{ ldhName: 'A.IANA-SERVERS.NET' }, { ldhName: null }],
  secureDNS: { delegationSigned: true },
  entities: [
    {
      roles: ['registrar'],
      vcardArray: card(['version', {}, 'text', '4.0'], ['fn', {}, 'text', 'A Registrar\u001b[31m']),
      entities: [{ roles: ['abuse'], vcardArray: card(['fn', {}, 'text', 'Abuse desk']) }],
    },
    {
      roles: ['registrant'],
      vcardArray: card(['fn', {}, 'text', ''], ['org', {}, 'text', ['An owner', 'A unit']]),
    },
  ],
};

describe('the summary of an RDAP answer', () => {
  it('has names, dates, servers and statuses in one form', () => {
    expect(summariseRdap(answer, 'example.com')).toEqual({
      name: 'example.com',
      registrar: 'A Registrar\\u001b[31m',
      registrant: 'An owner',
      registeredAt: '1995-08-14T04:00:00.000Z',
      expiresAt: '2027-08-13T04:00:00.000Z',
      changedAt: null,
      transferredAt: null,
      statuses: ['client transfer prohibited'],
      nameservers: ['a.iana-servers.net'],
      isSigned: true,
    });
  });

  it('is null for an answer about another name, and for what is no answer', () => {
    expect(summariseRdap(answer, 'example.net')).toBeNull();
    for (const other of [null, 'text', [], { errorCode: 404 }]) {
      expect(summariseRdap(other, 'example.com')).toBeNull();
    }
  });

  it('survives any JSON in any place', () => {
    const places = Object.keys(answer).filter((member) => member !== 'ldhName');
    fc.assert(
      fc.property(fc.constantFrom(...places), fc.jsonValue(), (member, value) => {
        const summary = summariseRdap({ ...answer, [member]: value }, 'example.com');
        expect(summary?.name).toBe('example.com');
        expect(summary?.nameservers.length).toBeLessThanOrEqual(20);
      }),
    );
  });
});

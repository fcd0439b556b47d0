/** Domains and policies of all kinds, for tests of what RDAP and WHOIS publish. */
import { dayMs } from '@hostmaster/contract/durations';
import { requiredContact } from '@hostmaster/test-rig/contact';
import fc from 'fast-check';
import type { DomainFacts } from '../../packages/server/src/rdap/domain-facts.ts';
import {
  type PublicationPolicy,
  registrantFields,
} from '../../packages/server/src/rdap/publication-policy.ts';

const at = Date.UTC(2026, 0, 31);

export const plainPolicy: PublicationPolicy = {
  registrar: {
    name: 'Example Names',
    ianaId: 9995,
    url: 'https://names.example',
    address: {
      street: '1 Main Street',
      city: 'Springfield',
      state: 'IL',
      postalCode: '62701',
      country: 'US',
    },
    email: 'registrar@names.example',
    phone: '+1.5550100',
    abuseEmail: 'abuse@names.example',
    abusePhone: '+1.5550101',
  },
  publishes: new Set(['organization', 'state', 'country']),
  proxy: null,
  rdapUrl: 'https://names.example/rdap/',
  termsUrl: 'https://names.example/terms',
  whoisHost: null,
  registryUrls: new Map([['com', 'https://rdap.registry.example/com/']]),
  contactUrl: 'https://names.example/contact-domain/',
};

export const proxyPolicy: PublicationPolicy = {
  ...plainPolicy,
  proxy: {
    organization: 'Privacy Shield',
    address: { street: 'PO Box 1', city: 'Reykjavik', state: '', postalCode: '101', country: 'IS' },
  },
};

export const openPolicy: PublicationPolicy = {
  ...plainPolicy,
  publishes: new Set(registrantFields),
};

export const plainFacts: DomainFacts = {
  name: 'example.com',
  state: 'live',
  registration: { createdAt: at, expiresAt: at + 730 * dayMs },
  owner: {
    contact: { ...requiredContact, organization: 'Analytical Engines', address2: 'Second floor' },
    privacyEnabled: false,
  },
  registry: { registryExpiresAt: at + 365 * dayMs },
  zone: { nameservers: ['ns1.example.com', 'ns2.example.net'] },
  transferOut: { transferLocked: true },
  release: { deletedAt: null, redemptionUntil: null },
  isRestoring: false,
  isHeld: false,
  isLeaving: false,
  changedAt: at + dayMs,
  transferredAt: null,
  glue: { 'ns1.example.com': ['192.0.2.1', '2001:db8::1'] },
  signers: [],
};

const signer = {
  keyTag: 12_345,
  algorithm: 13,
  digestType: 2,
  digest: '0123456789ABCDEF'.repeat(4),
} as const;

export const asked = { url: 'https://names.example/rdap/domain/example.com', at: at + 2 * dayMs };

const time = fc.integer({ min: at, max: at + 3_650 * dayMs });
const line = fc
  .string({ minLength: 1, maxLength: 40, unit: 'grapheme' })
  .filter((text) => text.trim() !== '');

/** Values that appear nowhere else in an answer, so that finding one proves that it leaked. */
const secret = fc.uuid().map((id) => `secret-${id}`);

export const factsArbitrary: fc.Arbitrary<DomainFacts> = fc.record({
  name: fc.constantFrom('example.com', 'xn--bcher-kva.com', 'a.co.uk', 'x-1.net'),
  state: fc.constantFrom('live' as const, 'releasing' as const),
  registration: fc.record({ createdAt: time, expiresAt: time }),
  owner: fc.record({
    contact: fc.record(
      {
        firstName: secret,
        lastName: secret,
        organization: fc.oneof(secret, line),
        email: secret.map((text) => `${text}@example.org`),
        phone: fc.integer({ min: 1_000_000, max: 99_999_999 }).map((n) => `+44.${n}`),
        address1: secret,
        address2: secret,
        city: secret,
        stateProvince: secret,
        postalCode: secret,
        country: fc.constantFrom('GB', 'DE', 'JP'),
      },
      {
        requiredKeys: [
          'firstName',
          'lastName',
          'email',
          'phone',
          'address1',
          'city',
          'stateProvince',
          'postalCode',
          'country',
        ],
      },
    ),
    privacyEnabled: fc.boolean(),
  }),
  registry: fc.record({ registryExpiresAt: fc.option(time) }),
  zone: fc.record({
    nameservers: fc.subarray(['ns1.example.com', 'ns2.example.net', 'ns.xn--bcher-kva.com']),
  }),
  transferOut: fc.record({ transferLocked: fc.boolean() }),
  release: fc.record({ deletedAt: fc.option(time), redemptionUntil: fc.option(time) }),
  isRestoring: fc.boolean(),
  isHeld: fc.boolean(),
  isLeaving: fc.boolean(),
  changedAt: fc.option(time),
  transferredAt: fc.option(time),
  glue: fc.constantFrom<DomainFacts['glue']>(
    {},
    { 'ns1.example.com': ['192.0.2.1'] },
    { 'ns1.example.com': ['2001:db8::1', '192.0.2.1'] },
  ),
  signers: fc.constantFrom<DomainFacts['signers']>(
    [],
    [signer],
    [signer, { ...signer, keyTag: 1 }],
  ),
});

export const policyArbitrary: fc.Arbitrary<PublicationPolicy> = fc
  .record({
    publishes: fc.subarray([...registrantFields]).map((fields) => new Set(fields)),
    proxy: fc.constantFrom(plainPolicy.proxy, proxyPolicy.proxy, {
      organization: 'Privacy Shield',
      address: null,
    }),
    ianaId: fc.constantFrom(null, 9995),
    abuseEmail: fc.constantFrom(null, 'abuse@names.example'),
    whoisHost: fc.constantFrom(null, 'whois.names.example'),
  })
  .map(({ ianaId, abuseEmail, ...rest }) => ({
    ...plainPolicy,
    ...rest,
    registrar: { ...plainPolicy.registrar, ianaId, abuseEmail },
  }));

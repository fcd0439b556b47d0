/** What the examples of the endpoints are about: one workspace with one of everything. */

export const name = 'example.com';
export const registeredAt = '2027-01-31T12:00:00.000Z';
export const expiresAt = '2028-01-31T12:00:00.000Z';

export const record = {
  id: 'rec_01kgb2q4x3h8m6n5p7r9t2v4w6',
  type: 'A',
  name: 'www',
  ttl: 3_600,
  value: '192.0.2.1',
} as const;

export const domain = {
  name,
  status: 'active',
  autoRenew: true,
  privacyEnabled: true,
  expiresAt,
  createdAt: registeredAt,
} as const;

export const dnssec = {
  state: 'on' as const,
  phase: 'on' as const,
  since: registeredAt,
  until: null,
  waitsFor: null,
  nameserversWaiting: false,
  foreignDs: [],
  foreignKeys: [],
  followCds: false,
  cdsCheckedAt: null,
  cdsFinding: null,
  keys: [
    {
      keyTag: 55_648,
      algorithm: 13,
      ds: '55648 13 2 B4C8C1FE2E7477127B27115656AD6256F424625BF5C1E2770CE6D6E37DF61D17',
      dnskey:
        '257 3 13 GojIhhXUN/u4v54ZQqGSnyhWJwaubCvTmeexv7bR6edbkrSqQpF64cYbcB7wNcP+e+MAnLr+Wi9xMWyQLc8NAA==',
      stage: 'current' as const,
    },
  ],
};

export const contact = {
  firstName: 'Ada',
  lastName: 'Lovelace',
  organization: 'Example Ltd',
  email: 'ada@example.net',
  phone: '+44.2079460100',
  address1: '1 Example Street',
  city: 'London',
  stateProvince: 'London',
  postalCode: 'W1A 1AA',
  country: 'GB',
};

export const transferId = 'tin_01kgb2q4x3h8m6n5p7r9t2v4w5';
export const transfer = {
  id: transferId,
  domain: name,
  status: 'waiting_for_losing_registrar',
  reason: 'The current registrar can deny the transfer until 5 February 2027.',
  action: null,
  creditsCharged: 14,
  createdAt: registeredAt,
  updatedAt: '2027-01-31T12:00:05.000Z',
} as const;

export const webhookId = 'whk_01kgb2q4x3h8m6n5p7r9t2v4w5';
export const webhook = {
  id: webhookId,
  url: 'https://example.com/hooks',
  types: ['dns.changed', 'domain.expiring'],
  ordered: true,
  state: 'active',
  pauseReason: null,
  createdAt: registeredAt,
} as const;
export const secondaryId = 'sec_01kgb2q4x3h8m6n5p7r9t2v4w6';
export const secondaryKeyName = `secondary-0f1e2d3c4b5a69788796.${name}`;
export const secondary = {
  id: secondaryId,
  address: '198.51.100.53:53',
  keyName: secondaryKeyName,
  createdAt: registeredAt,
  askedAt: null,
  fetchedAt: null,
  fetchedSerial: null,
  notifiedAt: null,
  notifyAnswer: null,
};
export const bulkId = 'blk_01kgb2q4x3h8m6n5p7r9t2v4w5';
export const bulk = {
  id: bulkId,
  kind: 'renew',
  state: 'planned',
  parameters: { years: 1 },
  domains: 200,
  counts: { planning: 0, ready: 199, done: 0, failed: 1, cancelled: 0 },
  credits: { planned: 2_388, charged: 0 },
  createdAt: registeredAt,
  startedAt: null,
  endedAt: null,
} as const;
export const webhookSecret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwMfKQ9r8GKYo=';
export const event = {
  id: 'evt_01kgb2q4x3h8m6n5p7r9t2v4w52s',
  type: 'dns.changed',
  at: registeredAt,
  domain: name,
  data: {
    actor: { kind: 'api_key', id: 'key_01kgb2q4x3h8m6n5p7r9t2v4w5' },
    revision: 17,
    added: 1,
    changed: 0,
    removed: 0,
    names: ['www'],
  },
} as const;

export const soa = {
  primary: 'ns1.hostmaster.example',
  mailbox: 'dns@example.com',
  refresh: 3_600,
  retry: 600,
  expire: 1_209_600,
  negativeTtl: 60,
  serial: 1_801_396_800,
  isDefault: false,
};

/** One example request and response per endpoint, shown in the OpenAPI document. Tests validate them. */
import type { BodyOf, EndpointName, Endpoints, Output, PathParams } from './endpoints.ts';

export interface Example<N extends EndpointName> {
  readonly params: PathParams<Endpoints[N]['path']>;
  /** Present exactly where the endpoint has a body. */
  readonly body?: BodyOf<Endpoints[N]>;
  readonly response: Output<N>;
}

const name = 'example.com';
const registeredAt = '2027-01-31T12:00:00.000Z';
const expiresAt = '2028-01-31T12:00:00.000Z';

const record = {
  id: 'rec_01kgb2q4x3h8m6n5p7r9t2v4w6',
  type: 'A',
  name: 'www',
  ttl: 3_600,
  value: '192.0.2.1',
} as const;

const domain = {
  name,
  status: 'active',
  autoRenew: true,
  privacyEnabled: true,
  expiresAt,
  createdAt: registeredAt,
} as const;

const contact = {
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

const transferId = 'tin_01kgb2q4x3h8m6n5p7r9t2v4w5';
const transfer = {
  id: transferId,
  domain: name,
  status: 'waiting_for_losing_registrar',
  reason: 'The current registrar can deny the transfer until 5 February 2027.',
  action: null,
  creditsCharged: 14,
  createdAt: registeredAt,
  updatedAt: '2027-01-31T12:00:05.000Z',
} as const;

const webhookId = 'whk_01kgb2q4x3h8m6n5p7r9t2v4w5';
const webhook = {
  id: webhookId,
  url: 'https://example.com/hooks',
  types: ['dns.changed', 'domain.expiring'],
  ordered: true,
  state: 'active',
  pauseReason: null,
  createdAt: registeredAt,
} as const;
const webhookSecret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwMfKQ9r8GKYo=';
const event = {
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

export const examples: { readonly [N in EndpointName]: Example<N> } = {
  checkDomains: {
    params: {},
    body: { domains: [name, 'example.net'] },
    response: {
      results: [
        { domain: name, available: true, isPremium: false },
        { domain: 'example.net', available: false, isPremium: false },
      ],
    },
  },
  registerDomain: {
    params: {},
    body: {
      domain: name,
      years: 1,
      autoRenew: true,
      privacyEnabled: true,
      contact,
    },
    response: { domain: { ...domain, years: 1, creditsCharged: 12 } },
  },
  listDomains: { params: {}, response: { domains: [domain] } },
  getDomain: {
    params: { domain: name },
    response: {
      domain: {
        ...domain,
        nameservers: ['ns1.hostmaster.example', 'ns2.hostmaster.example'],
        years: 1,
      },
    },
  },
  updateDomain: {
    params: { domain: name },
    body: { autoRenew: false },
    response: { autoRenew: false, privacyEnabled: true },
  },
  renewDomain: {
    params: { domain: name },
    body: { years: 2 },
    response: {
      domain: {
        name,
        status: 'active',
        years: 2,
        expiresAt: '2030-01-31T12:00:00.000Z',
        creditsCharged: 26,
      },
    },
  },
  replaceNameservers: {
    params: { domain: name },
    body: { nameservers: ['ns1.example.net', 'ns2.example.net'] },
    response: {
      nameservers: ['ns1.example.net', 'ns2.example.net'],
      pendingFulfillment: false,
    },
  },
  getContact: { params: { domain: name }, response: { contact, pending: false } },
  replaceContact: {
    params: { domain: name },
    body: { contact },
    response: { contact, pending: true },
  },
  getTransferLock: {
    params: { domain: name },
    response: { locked: true, lockedUntil: '2027-04-01T12:00:00.000Z', reason: 'registration' },
  },
  updateTransferLock: {
    params: { domain: name },
    body: { locked: false },
    response: { locked: false, lockedUntil: null, reason: null },
  },
  getRestore: {
    params: { domain: name },
    response: { price: 94, until: '2028-03-31T12:00:00.000Z' },
  },
  restoreDomain: {
    params: { domain: name },
    body: { maxCredits: 94 },
    response: {
      domain: {
        name,
        status: 'active',
        years: 1,
        expiresAt: '2029-03-15T12:00:00.000Z',
        creditsCharged: 94,
      },
    },
  },
  issueAuthCode: {
    params: { domain: name },
    response: { authCode: 'Hm1-5f0c2a9e7b41d83c', expiresAt: '2027-04-15T12:00:00.000Z' },
  },
  createTransfer: {
    params: {},
    body: { domain: name, authCode: 'Kx7-4c1d90ab62fe', contact, maxCredits: 14 },
    response: {
      transfer: { ...transfer, status: 'pending', reason: null, updatedAt: registeredAt },
    },
  },
  listTransfers: { params: {}, response: { transfers: [transfer] } },
  getTransfer: { params: { transferId }, response: { transfer } },
  updateTransfer: {
    params: { transferId },
    body: { authCode: 'Kx7-4c1d90ab62fe' },
    response: { transfer: { ...transfer, status: 'pending', reason: null } },
  },
  cancelTransfer: {
    params: { transferId },
    response: { transfer: { ...transfer, status: 'cancelled', reason: null, creditsCharged: 0 } },
  },
  listRecords: {
    params: { domain: name },
    response: { records: [record], pendingFulfillment: false },
  },
  createRecord: {
    params: { domain: name },
    body: { type: 'A', name: 'www', ttl: 3_600, value: '192.0.2.1' },
    response: { record, pendingFulfillment: false },
  },
  updateRecord: {
    params: { domain: name, recordId: record.id },
    body: { value: '192.0.2.2' },
    response: { record: { ...record, value: '192.0.2.2' } },
  },
  deleteRecord: {
    params: { domain: name, recordId: record.id },
    response: { success: true },
  },
  changeRecords: {
    params: { domain: name },
    body: {
      creates: [{ type: 'A', name: 'www', value: '192.0.2.1' }],
      deletes: [{ id: 'rec_01kgb2q4x3h8m6n5p7r9t2v4w5' }],
    },
    response: {
      created: [record],
      updated: [],
      deleted: ['rec_01kgb2q4x3h8m6n5p7r9t2v4w5'],
      revision: 17,
      pendingFulfillment: false,
    },
  },
  listRevisions: {
    params: { domain: name },
    response: {
      revisions: [
        {
          revision: 17,
          at: registeredAt,
          actor: { kind: 'api_key', id: 'key_01kgb2q4x3h8m6n5p7r9t2v4w7' },
          via: 'api',
          added: 1,
          changed: 0,
          removed: 1,
        },
      ],
    },
  },
  getRevision: {
    params: { domain: name, revision: '17' },
    response: { revision: 17, at: registeredAt, records: [record] },
  },
  compareRevisions: {
    params: { domain: name },
    response: { changes: [{ kind: 'added', after: record }] },
  },
  getPropagation: {
    params: { domain: name },
    response: {
      serial: 1_801_396_800,
      inSync: true,
      secondaries: [
        { name: 'ns1', serial: 1_801_396_800, confirmedAt: registeredAt, inSync: true },
      ],
    },
  },
  restoreRevision: {
    params: { domain: name },
    body: { revision: 16 },
    response: {
      created: [],
      updated: [],
      deleted: [record.id],
      revision: 18,
      pendingFulfillment: false,
    },
  },
  listEvents: {
    params: {},
    response: {
      events: [event],
      cursor: 'c2s',
    },
  },
  listWebhooks: { params: {}, response: { webhooks: [{ ...webhook, types: [...webhook.types] }] } },
  createWebhook: {
    params: {},
    body: { url: webhook.url, types: [...webhook.types] },
    response: { webhook: { ...webhook, types: [...webhook.types] }, secret: webhookSecret },
  },
  getWebhook: {
    params: { webhookId },
    response: { webhook: { ...webhook, types: [...webhook.types] } },
  },
  updateWebhook: {
    params: { webhookId },
    body: { state: 'paused' },
    response: { webhook: { ...webhook, types: [...webhook.types], state: 'paused' } },
  },
  deleteWebhook: { params: { webhookId }, response: { success: true } },
  testWebhook: {
    params: { webhookId },
    response: { eventId: 'evt_01kgb2q4x3h8m6n5p7r9t2v4w5' },
  },
  rotateWebhookSecret: { params: { webhookId }, response: { secret: webhookSecret } },
  listWebhookDeliveries: {
    params: { webhookId },
    response: {
      deliveries: [
        {
          id: 'dlv_01kgb2q4x3h8m6n5p7r9t2v4w5',
          eventId: event.id,
          type: event.type,
          state: 'delivered',
          attempts: 1,
          createdAt: registeredAt,
          attemptedAt: registeredAt,
          nextAttemptAt: null,
          request: {
            url: webhook.url,
            headers: { 'webhook-id': event.id, 'webhook-timestamp': '1801396800' },
            body: event,
          },
          answer: { status: 200, body: 'ok' },
          durationMs: 87,
          problem: null,
        },
      ],
    },
  },
  replayWebhook: {
    params: { webhookId },
    body: { since: registeredAt },
    response: { success: true },
  },
  getAccount: {
    params: {},
    response: {
      account: {
        id: 'ws_01kgb2q4x3h8m6n5p7r9t2v4w5',
        name: 'Example Ltd',
        createdAt: registeredAt,
      },
      credits: { balance: 88 },
    },
  },
};

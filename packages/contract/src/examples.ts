/** One example request and response per endpoint, shown in the OpenAPI document. Tests validate them. */
import type { BodyOf, EndpointName, Endpoints, Output, PathParams } from './endpoints.ts';
import {
  contact,
  dnssec,
  domain,
  event,
  expiresAt,
  name,
  record,
  registeredAt,
  secondary,
  secondaryId,
  secondaryKeyName,
  soa,
  transfer,
  transferId,
  webhook,
  webhookId,
  webhookSecret,
} from './example-objects.ts';

export interface Example<N extends EndpointName> {
  readonly params: PathParams<Endpoints[N]['path']>;
  /** Present exactly where the endpoint has a body. */
  readonly body?: BodyOf<Endpoints[N]>;
  readonly response: Output<N>;
}

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
  quoteDomains: {
    params: {},
    body: { domains: [name, 'example.net'], years: 2 },
    response: {
      balance: 100,
      total: 24,
      results: [
        {
          domain: name,
          quote: {
            credits: 24,
            isPremium: false,
            firstYear: 12,
            laterYears: 14,
            expiresAt,
            affordable: true,
            validUntil: '2027-01-31T12:05:00.000Z',
          },
          problem: null,
        },
        {
          domain: 'example.net',
          quote: null,
          problem: {
            code: 'domain_taken',
            message: 'This name is already registered, or its registration is pending.',
          },
        },
      ],
    },
  },
  listPrices: {
    params: {},
    response: {
      prices: [{ suffix: 'com', register: 12, renew: 14, transfer: 14, restore: 80 }],
      cursor: null,
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
  listTransfers: { params: {}, response: { transfers: [transfer], cursor: null } },
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
      cursor: 'MTc',
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
  listProblems: {
    params: { domain: name },
    response: {
      problems: [
        {
          recordId: 'rec_01kgb2q4x3h8m6n5p7r9t2v4w7',
          name: 'www',
          type: 'CNAME',
          code: 'address_at_name',
          message: 'not published: A or AAAA records at the same name take precedence',
        },
      ],
      cursor: null,
    },
  },
  getPropagation: {
    params: { domain: name },
    response: {
      problems: [],
      serial: 1_801_396_800,
      inSync: true,
      secondaries: [
        {
          name: 'ns1',
          serial: 1_801_396_800,
          confirmedAt: registeredAt,
          inSync: true,
          reachable: true,
        },
      ],
    },
  },
  getSoa: {
    params: { domain: name },
    response: { soa },
  },
  replaceSoa: {
    params: { domain: name },
    body: { mailbox: soa.mailbox, negativeTtl: soa.negativeTtl },
    response: { soa },
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
      events: [{ ...event, data: { ...event.data, names: [...event.data.names] } }],
      cursor: 'c2s',
    },
  },
  listDomainSecondaries: {
    params: { domain: name },
    response: {
      secondaries: [
        {
          ...secondary,
          askedAt: registeredAt,
          fetchedAt: registeredAt,
          fetchedSerial: 1_801_396_800,
          notifiedAt: registeredAt,
          notifyAnswer: 'taken',
        },
      ],
      cursor: null,
    },
  },
  addDomainSecondary: {
    params: { domain: name },
    body: { address: '198.51.100.53' },
    response: {
      secondary,
      key: {
        name: secondaryKeyName,
        algorithm: 'hmac-sha256',
        secret: 'MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwMfKQ9r8GKYo=',
      },
    },
  },
  removeDomainSecondary: {
    params: { domain: name, secondaryId },
    response: { success: true },
  },
  getDnssec: { params: { domain: name }, response: { dnssec } },
  enableDnssec: {
    params: { domain: name },
    response: {
      dnssec: {
        ...dnssec,
        state: 'turning_on',
        phase: 'signing',
        waitsFor: 'The zone is being signed.',
      },
    },
  },
  disableDnssec: {
    params: { domain: name },
    response: {
      dnssec: {
        ...dnssec,
        state: 'turning_off',
        phase: 'removing_ds',
        waitsFor: 'The registry has not confirmed the removal of the DS record yet.',
      },
    },
  },
  listWebhooks: {
    params: {},
    response: { webhooks: [{ ...webhook, types: [...webhook.types] }], cursor: null },
  },
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
      cursor: null,
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

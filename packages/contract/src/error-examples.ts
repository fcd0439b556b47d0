/**
 * For each error of the API one request that is refused with it, and the answer. A test sends them to a
 * service; /reference, docs/api.md and the OpenAPI document show them.
 */
import type { EndpointName, Endpoints, sharedErrors } from './endpoints.ts';
import { contact, event } from './example-objects.ts';

/** What an endpoint of the API can answer; the other codes are those of the dashboard and of HTTP. */
export type ApiErrorCode =
  | Endpoints[EndpointName]['errors'][number]
  | (typeof sharedErrors)[number];

export interface ErrorExample {
  /** What is so when the request is sent. */
  readonly when: string;
  readonly endpoint: EndpointName;
  /** In place of what the example of the endpoint has. */
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, unknown>>;
  readonly body?: object;
  readonly options?: RequestOptions;
  readonly raw?: RawBody;
  /** Without its `code`. */
  readonly answer: ErrorAnswer;
}

/** As the SDK names them; the command line has none. */
export interface RequestOptions {
  readonly ifMatch?: string;
  readonly idempotencyKey?: string;
}

/** A body that neither the SDK nor the command line would send. */
export interface RawBody {
  /** A word of a shell. */
  readonly word: string;
  readonly contentType: string;
}

interface ErrorAnswer {
  readonly error: string;
  readonly fields?: readonly { readonly path: string; readonly message: string }[];
  readonly required?: number;
  readonly balance?: number;
  readonly remaining?: number;
}

export const errorExamples: Readonly<Record<ApiErrorCode, ErrorExample>> = {
  invalid_request: {
    when: 'The value is not an IPv4 address.',
    endpoint: 'createRecord',
    body: { type: 'A', name: 'www', value: 'example' },
    answer: {
      error:
        'value: "example" is not an IPv4 address; expected four numbers from 0 to 255 without leading zeros, such as 192.0.2.1',
      fields: [
        {
          path: 'value',
          message:
            '"example" is not an IPv4 address; expected four numbers from 0 to 255 without leading zeros, such as 192.0.2.1',
        },
      ],
    },
  },
  malformed_body: {
    when: 'The JSON text ends too early.',
    endpoint: 'createRecord',
    raw: { word: `'{"type":"A"'`, contentType: 'application/json' },
    answer: { error: 'The body is not valid JSON.', fields: [] },
  },
  unauthorized: {
    when: 'The key was revoked.',
    endpoint: 'getAccount',
    answer: { error: 'Send a valid API key in the x-api-key header.' },
  },
  forbidden: {
    when: 'The key has the scope `read`.',
    endpoint: 'createRecord',
    answer: { error: 'This key lacks the dns scope.' },
  },
  workspace_suspended: {
    when: 'The operator has suspended the workspace of the key.',
    endpoint: 'getAccount',
    answer: { error: 'This workspace is suspended. Contact the operator of this service.' },
  },
  webhook_not_found: {
    when: 'The workspace has no webhook with this id.',
    endpoint: 'getWebhook',
    answer: { error: 'No such webhook in this workspace.' },
  },
  event_not_found: {
    when: 'The event is no longer kept.',
    endpoint: 'replayWebhook',
    body: { eventId: event.id },
    answer: { error: 'No such event in this workspace, or no longer kept.' },
  },
  quota_exceeded: {
    when: 'The workspace has as many webhooks as it may have.',
    endpoint: 'createWebhook',
    answer: {
      error:
        'Limit reached: at most 10 webhooks in one workspace. Delete webhooks that are no longer used.',
    },
  },
  webhook_paused: {
    when: 'The `state` of the webhook is `paused`.',
    endpoint: 'testWebhook',
    answer: { error: 'The webhook is paused. Resume it first.' },
  },
  cursor_expired: {
    when: 'The cursor is older than the events that are kept.',
    endpoint: 'listEvents',
    query: { cursor: 'c2s' },
    answer: {
      error:
        'The events after this cursor are no longer kept. Read the current state, then start again without a cursor.',
    },
  },
  precondition_failed: {
    when: 'The record was changed after this version was read.',
    endpoint: 'updateRecord',
    options: { ifMatch: '"dom_01kgb2q4x3h8m6n5p7r9t2v4w8.17"' },
    answer: {
      error:
        'This was changed in the meantime. Read it again and decide whether to repeat the change.',
    },
  },
  body_too_large: {
    when: 'The body has 70,000 bytes.',
    endpoint: 'createRecord',
    raw: {
      word: `"$(printf '{"type":"TXT","value":"%070000d"}' 0)"`,
      contentType: 'application/json',
    },
    answer: {
      error:
        'The body is larger than 64 KiB, than 256 KiB for `/mcp`, or than 2 MiB for a zone file or a batch.',
    },
  },
  unsupported_media_type: {
    when: 'The body is announced as text.',
    endpoint: 'createRecord',
    raw: { word: `'{"type":"A","value":"192.0.2.1"}'`, contentType: 'text/plain' },
    answer: { error: 'Send the body as application/json.' },
  },
  idempotency_key_reused: {
    when: 'Another record was created with this key.',
    endpoint: 'createRecord',
    options: { idempotencyKey: '0190b8f4-6f0a-7c3e-9a50-3f1d0c2b7a11' },
    answer: {
      error: 'This Idempotency-Key was used before with another request. Choose a new one.',
    },
  },
  rate_limited: {
    when: 'The key has sent as many requests as it may in this second.',
    endpoint: 'getAccount',
    answer: { error: 'Too many requests. Slow down and try again.' },
  },
  too_many_waiting: {
    when: 'Twenty requests of the workspace wait for events.',
    endpoint: 'listEvents',
    query: { cursor: 'latest', wait: '30s' },
    answer: {
      error:
        '20 requests of this workspace are waiting already. Use one and share what it returns.',
    },
  },
  internal: {
    when: 'The service has a fault.',
    endpoint: 'getAccount',
    answer: { error: 'The problem is on our side. Try again in a moment.' },
  },
  storage_unavailable: {
    when: 'The service cannot use its database.',
    endpoint: 'getAccount',
    answer: { error: 'Storage is not available right now. Nothing was changed.' },
  },
  unsupported_tld: {
    when: 'The operator has set no price for this suffix.',
    endpoint: 'registerDomain',
    body: { domain: 'example.museum', contact, maxCredits: 12 },
    answer: {
      error: 'domain: names under .museum cannot be registered here',
      fields: [{ path: 'domain', message: 'names under .museum cannot be registered here' }],
    },
  },
  domain_not_found: {
    when: 'The domain belongs to another workspace.',
    endpoint: 'getDomain',
    answer: { error: 'No such domain in this workspace.' },
  },
  record_not_found: {
    when: 'The domain has no record with this id.',
    endpoint: 'deleteRecord',
    answer: { error: 'No such record on this domain.' },
  },
  revision_not_found: {
    when: 'The zone was never changed so often.',
    endpoint: 'getRevision',
    answer: { error: 'The zone has no revision 17, or it is no longer kept.' },
  },
  template_not_found: {
    when: 'There is no template with this id.',
    endpoint: 'applyTemplate',
    params: { templateId: 'no-such-template' },
    answer: { error: 'No such template.' },
  },
  bulk_not_found: {
    when: 'The workspace has no bulk operation with this id.',
    endpoint: 'getBulk',
    answer: { error: 'No such bulk operation in this workspace.' },
  },
  secondary_not_found: {
    when: 'The domain has no secondary with this id.',
    endpoint: 'removeDomainSecondary',
    answer: { error: 'No such secondary of this domain.' },
  },
  receipt_not_found: {
    when: 'The workspace has no receipt with this number.',
    endpoint: 'getReceipt',
    answer: { error: 'No such receipt in this workspace.' },
  },
  transfer_not_found: {
    when: 'The workspace has no transfer with this id.',
    endpoint: 'getTransfer',
    answer: { error: 'This workspace has no transfer with this id.' },
  },
  wrong_bulk_state: {
    when: 'The bulk operation was cancelled before.',
    endpoint: 'cancelBulk',
    answer: { error: 'The bulk operation has ended.' },
  },
  template_conflict: {
    when: 'The zone has an address at `www`.',
    endpoint: 'applyTemplate',
    body: { fields: { user: 'octocat' } },
    answer: {
      error:
        'www.example.com has other records, but a CNAME record must be the only one of its name. Send replace to delete the records in conflict.',
    },
  },
  domain_taken: {
    when: 'The name is registered.',
    endpoint: 'registerDomain',
    answer: { error: 'This name is already registered, or its registration is pending.' },
  },
  domain_not_offered: {
    when: 'The registry has reserved the name.',
    endpoint: 'registerDomain',
    answer: { error: 'The registry does not offer this name: This name is reserved.' },
  },
  domain_failed: {
    when: 'The registry has refused the registration.',
    endpoint: 'updateDomain',
    answer: {
      error:
        'The registration of this domain failed and its credits were returned. Register it again to use it.',
    },
  },
  domain_releasing: {
    when: 'The domain was deleted at the end of its grace period.',
    endpoint: 'renewDomain',
    answer: { error: 'This domain is being released and cannot be changed.' },
  },
  domain_pending: {
    when: 'The domain was ordered a moment ago.',
    endpoint: 'enableDnssec',
    answer: { error: 'The registry has not confirmed the registration yet.' },
  },
  transfer_locked: {
    when: 'The transfer lock is on.',
    endpoint: 'issueAuthCode',
    answer: { error: 'Turn off the transfer lock of this domain first.' },
  },
  not_transferable: {
    when: 'The workspace has the domain already.',
    endpoint: 'createTransfer',
    answer: { error: 'This domain is already in this workspace.' },
  },
  transfer_under_way: {
    when: 'The registry has accepted the auth code.',
    endpoint: 'updateTransfer',
    answer: {
      error: 'The registry has accepted the auth code. The current registrar decides now.',
    },
  },
  transfer_ended: {
    when: 'The transfer was cancelled before.',
    endpoint: 'cancelTransfer',
    answer: { error: 'This transfer was cancelled and can no longer be changed.' },
  },
  transfer_out_pending: {
    when: 'Another registrar has requested the domain.',
    endpoint: 'renewDomain',
    answer: {
      error:
        'Another registrar has requested this domain. Approve or deny the transfer in the dashboard or with the link in our email, or wait until it is decided.',
    },
  },
  dnssec_unavailable: {
    when: 'DNSSEC of the domain is off.',
    endpoint: 'rollDnssec',
    answer: {
      error: 'A key can be replaced while DNSSEC is on. `GET …/dnssec` shows what it waits for.',
    },
  },
  not_restorable: {
    when: 'The domain is active.',
    endpoint: 'getRestore',
    answer: { error: 'This domain is not deleted.' },
  },
  contact_change_pending: {
    when: 'The registrant was changed a moment ago, and the registry has not decided on it.',
    endpoint: 'replaceContact',
    answer: {
      error:
        'The registry has not decided on the previous change of the registrant. Try again when it is no longer pending.',
    },
  },
  too_many_questions: {
    when: 'Sixteen questions of the workspace wait for the registry.',
    endpoint: 'checkDomains',
    answer: {
      error:
        'This workspace is waiting for too many answers of the registry. Try again in a moment.',
    },
  },
  registry_unavailable: {
    when: 'The registry cannot be reached.',
    endpoint: 'checkDomains',
    answer: { error: 'The registry does not answer right now. Nothing was changed.' },
  },
  insufficient_credits: {
    when: 'The workspace has 4.5 credits.',
    endpoint: 'renewDomain',
    answer: {
      error: 'Not enough credits. Top up in the dashboard and try again.',
      required: 28,
      balance: 4.5,
    },
  },
  price_changed: {
    when: 'The price is 28 credits.',
    endpoint: 'renewDomain',
    body: { years: 2, maxCredits: 24 },
    answer: {
      error: 'The price is higher than maxCredits. Confirm the current price and send it again.',
      required: 28,
    },
  },
  spending_cap: {
    when: 'The key may spend five credits a month.',
    endpoint: 'renewDomain',
    answer: {
      error:
        'This API key may spend 5 credits a month, of which 5 are left. Owners and admins change spending caps in the dashboard.',
      required: 28,
      remaining: 5,
    },
  },
};

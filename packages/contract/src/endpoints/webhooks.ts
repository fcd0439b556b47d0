/** Webhooks: where the events of a workspace are delivered, and what came of it. */
import { Type } from 'typebox';
import { event } from '../events.ts';
import { apiPaths } from '../paths.ts';
import {
  atLeastOneOf,
  limits,
  nextCursor,
  nullable,
  pageBefore,
  pageCursor,
  pageLimit,
  timestamp,
  withDefault,
} from '../schemas.ts';
import { bodyErrors, type EndpointShape } from './shape.ts';

const url = Type.String({
  maxLength: 2_048,
  description: 'An https:// address. Private addresses are refused.',
  examples: ['https://example.com/hooks'],
});
const types = Type.Array(Type.String(), {
  minItems: 1,
  maxItems: 100,
  description: 'Types of events, or `*` for all.',
  examples: [['dns.changed', 'domain.expiring']],
});
const ordered = Type.Boolean({
  description: 'An event is sent after the one before it was accepted.',
});
const state = Type.Enum(['active', 'paused'], { description: 'A paused webhook gets no events.' });

const webhook = Type.Object(
  {
    id: Type.String(),
    url,
    types,
    ordered,
    state,
    pauseReason: nullable(
      Type.String({ description: 'Why the service has paused it; null otherwise.' }),
    ),
    createdAt: timestamp('When it was created.'),
  },
  { title: 'Webhook' },
);

const secret = Type.String({
  description: 'Verifies the signatures. It is shown only once.',
  examples: ['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'],
});

const delivery = Type.Object(
  {
    id: Type.String(),
    eventId: Type.String(),
    type: Type.String(),
    state: Type.Enum(['pending', 'delivered', 'failed']),
    attempts: Type.Integer(),
    createdAt: timestamp('When it was queued first.'),
    attemptedAt: nullable(timestamp('When the latest attempt began.')),
    nextAttemptAt: nullable(timestamp('When the next attempt is due.')),
    request: nullable(
      Type.Object(
        {
          url: Type.String(),
          headers: Type.Record(Type.String(), Type.String()),
          body: nullable(event),
        },
        { description: 'Of the latest attempt; the body is null when the event is gone.' },
      ),
    ),
    answer: nullable(
      Type.Object({
        status: Type.Integer(),
        body: Type.String({ description: 'Its first 4,096 octets.' }),
      }),
    ),
    durationMs: nullable(Type.Integer()),
    problem: nullable(Type.String({ description: 'Why the latest attempt failed.' })),
  },
  { title: 'WebhookDelivery' },
);

const manage = { act: 'webhooks.manage', idempotent: false } as const;
const success = Type.Object({ success: Type.Literal(true) });

export const webhookEndpoints = {
  listWebhooks: {
    ...apiPaths.listWebhooks,
    ...manage,
    summary: 'List webhooks, oldest first',
    query: Type.Object({
      limit: pageLimit('Webhooks', { max: limits.webhooksPageMax }),
      cursor: pageCursor,
    }),
    response: Type.Object({ webhooks: Type.Array(webhook), cursor: nextCursor }),
    errors: ['invalid_request'],
  },
  createWebhook: {
    ...apiPaths.createWebhook,
    needsPassword: true,
    ...manage,
    idempotent: true,
    summary: 'Create a webhook',
    body: Type.Object({
      url,
      types: Type.Optional(withDefault(types, ['*'])),
      ordered: Type.Optional(withDefault(ordered, true)),
      state: Type.Optional(withDefault(state, 'active')),
    }),
    response: Type.Object({ webhook, secret }),
    hasSecret: true,
    errors: [...bodyErrors, 'quota_exceeded', 'idempotency_key_reused'],
  },
  getWebhook: {
    ...apiPaths.getWebhook,
    ...manage,
    summary: 'Read a webhook',
    response: Type.Object({ webhook }),
    errors: ['invalid_request', 'webhook_not_found', 'malformed_body'],
  },
  updateWebhook: {
    ...apiPaths.updateWebhook,
    needsPassword: true,
    ...manage,
    summary: 'Change, pause or resume a webhook',
    body: Type.Object(
      {
        url: Type.Optional(url),
        types: Type.Optional(types),
        ordered: Type.Optional(ordered),
        state: Type.Optional(state),
      },
      atLeastOneOf(['url', 'types', 'ordered', 'state']),
    ),
    response: Type.Object({ webhook }),
    errors: [...bodyErrors, 'webhook_not_found'],
  },
  deleteWebhook: {
    ...apiPaths.deleteWebhook,
    ...manage,
    summary: 'Delete a webhook',
    response: success,
    errors: ['invalid_request', 'webhook_not_found', 'malformed_body'],
  },
  testWebhook: {
    ...apiPaths.testWebhook,
    ...manage,
    idempotent: true,
    summary: 'Send a test event to a webhook',
    response: Type.Object({ eventId: Type.String() }),
    errors: [
      'invalid_request',
      'webhook_not_found',
      'webhook_paused',
      'malformed_body',
      'idempotency_key_reused',
    ],
  },
  rotateWebhookSecret: {
    ...apiPaths.rotateWebhookSecret,
    needsPassword: true,
    ...manage,
    idempotent: true,
    summary: 'Give a webhook a new secret; the one before signs too for 24 hours',
    response: Type.Object({ secret }),
    hasSecret: true,
    errors: ['invalid_request', 'webhook_not_found', 'malformed_body', 'idempotency_key_reused'],
  },
  listWebhookDeliveries: {
    ...apiPaths.listWebhookDeliveries,
    ...manage,
    summary: 'List the deliveries of a webhook, newest first',
    query: Type.Object({
      limit: pageLimit('Deliveries', {
        max: limits.deliveriesPageMax,
        usual: limits.deliveriesPageDefault,
      }),
      cursor: pageCursor,
      before: pageBefore('delivery', 'dlv_01kgb2q4x3h8m6n5p7r9t2v4w5'),
    }),
    response: Type.Object({ deliveries: Type.Array(delivery), cursor: nextCursor }),
    errors: ['invalid_request', 'webhook_not_found', 'malformed_body'],
  },
  replayWebhook: {
    ...apiPaths.replayWebhook,
    ...manage,
    idempotent: true,
    summary: 'Deliver one event again, or all since a moment',
    body: Type.Object(
      {
        eventId: Type.Optional(Type.String({ examples: ['evt_01kgb2q4x3h8m6n5p7r9t2v4w52s'] })),
        since: Type.Optional(
          Type.String({
            description: 'Events from this moment on, in ISO 8601.',
            examples: ['2027-01-31T12:00:00.000Z'],
          }),
        ),
      },
      atLeastOneOf(['eventId', 'since']),
    ),
    response: success,
    errors: [
      ...bodyErrors,
      'webhook_not_found',
      'event_not_found',
      'webhook_paused',
      'idempotency_key_reused',
    ],
  },
} as const satisfies Record<string, EndpointShape>;

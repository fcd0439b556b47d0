/** Events in the OpenAPI document: a schema for each type, and the requests that webhooks get. */
import { type EventType, event, eventTypes } from './events.ts';
import type { OpenApiComponents } from './openapi-components.ts';

const testType = 'webhook.test';

/** Replaces the component `Event` by the union of all types; generators make a discriminated type of it. */
export function describeEvents(components: OpenApiComponents): void {
  const { id, at, domain } = event.properties;
  const mapping: Record<string, string> = {};
  for (const [type, { meaning, data }] of Object.entries<(typeof eventTypes)[EventType]>(
    eventTypes,
  )) {
    const title = eventTitle(type);
    mapping[type] = components.schema({
      title,
      description: meaning,
      type: 'object',
      required: ['id', 'type', 'at', 'domain', 'data'],
      properties: { id, type: { type: 'string', const: type }, at, domain, data },
    }).$ref;
  }
  components.schemas.Event = {
    description:
      'An event. The field `type` says which data it has. More types may follow: ignore those that you do not know.',
    oneOf: Object.values(mapping).map(($ref) => ({ $ref })),
    discriminator: { propertyName: 'type', mapping },
  };
}

/** One entry for each type, as a receiver gets it. */
export function describeWebhooks(components: OpenApiComponents): Record<string, object> {
  const entries = Object.entries<(typeof eventTypes)[EventType]>(eventTypes).map(
    ([type, { meaning }]) => [
      type,
      webhookOf(type, meaning, { $ref: `#/components/schemas/${eventTitle(type)}` }),
    ],
  );
  const test = components.schema({
    title: eventTitle(testType),
    type: 'object',
    required: ['id', 'type', 'at', 'domain', 'data'],
    properties: {
      ...event.properties,
      type: { type: 'string', const: testType },
    },
  });
  const tested = webhookOf(
    testType,
    'The test event of `POST /v1/webhooks/{webhookId}/test`.',
    test,
  );
  return Object.fromEntries([...entries, [testType, tested]]);
}

function webhookOf(type: string, summary: string, schema: object): object {
  return {
    post: {
      operationId: `on${eventTitle(type)}`,
      summary,
      tags: ['Webhooks'],
      security: [],
      parameters: deliveryHeaders,
      requestBody: { required: true, content: { 'application/json': { schema } } },
      responses: {
        '2XX': { description: 'Any status from 200 to 299 within 15 seconds accepts the event.' },
        '4XX': { description: 'Sent again later; 410 pauses the webhook at once.' },
      },
    },
  };
}

const deliveryHeaders = [
  header(
    'webhook-id',
    'The id of the event, the same in every attempt.',
    'evt_01kgb2q4x3h8m6n5p7r9t2v4w52s',
  ),
  header('webhook-timestamp', 'The time of the attempt in seconds.', '1801396800'),
  header(
    'webhook-signature',
    '`v1,` and the HMAC-SHA256 of `id.timestamp.body` with the secret, in base64; two of them during a rotation.',
    'v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=',
  ),
];

function header(name: string, description: string, example: string): object {
  return { name, in: 'header', required: true, description, schema: { type: 'string' }, example };
}

/** `domain.transfer_out_denied` is `DomainTransferOutDeniedEvent`. */
function eventTitle(type: string): string {
  const name = type.replaceAll(/(?:^|[._])([a-z])/g, (_, letter: string) => letter.toUpperCase());
  return `${name}Event`;
}

/** The contract as an OpenAPI 3.1 document, generated from the endpoint, error and example tables. */
import type { TSchema } from 'typebox';
import {
  type Endpoint,
  type EndpointName,
  endpoints,
  isSpecified,
  sharedErrors,
} from './endpoints.ts';
import { type Example, examples } from './examples.ts';
import { OpenApiComponents } from './openapi-components.ts';
import { errorResponses } from './openapi-errors.ts';
import { describeEvents, describeWebhooks } from './openapi-events.ts';
import { headers, notModified, successHeaders } from './openapi-headers.ts';
import { scopeOfAct } from './roles.ts';
import { limits } from './schemas.ts';
import type { Need } from './scopes.ts';
import { tagOf, tags } from './tags.ts';

export interface OpenApiDocument {
  readonly openapi: '3.1.0';
  readonly info: object;
  readonly servers: readonly object[];
  readonly tags: readonly object[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, object>>>>;
  /** What receivers of webhooks get. */
  readonly webhooks: Readonly<Record<string, object>>;
  readonly components: object;
  readonly security: readonly object[];
}

const paramDescriptions: Readonly<Record<string, string>> = {
  domain: 'The domain name itself.',
  recordId: 'The id of a record of this domain.',
  templateId: 'The id of a template.',
  transferId: 'The id of a transfer of this workspace.',
  webhookId: 'The id of a webhook of this workspace.',
  number: 'The number of a receipt of this workspace, such as 42.',
  revision: 'The number of a revision; 0 is the zone before its first change.',
};

export function openApiDocument(options: { readonly serverUrl: string }): OpenApiDocument {
  const components = new OpenApiComponents();
  const paths: Record<string, Record<string, object>> = {};
  for (const name of Object.keys(endpoints) as EndpointName[]) {
    const endpoint: Endpoint = endpoints[name];
    const path = paths[endpoint.path] ?? {};
    path[endpoint.method.toLowerCase()] = describe(name, endpoint, components);
    paths[endpoint.path] = path;
  }
  describeEvents(components);
  const webhooks = describeWebhooks(components);
  return {
    openapi: '3.1.0',
    info: {
      title: 'Hostmaster',
      version: '1',
      description:
        'Domain registration and DNS. Billing is prepaid: one credit is one USD, debited at once.',
      contact: { name: 'The operator of this service', url: options.serverUrl },
      license: { name: 'Apache License 2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: options.serverUrl }],
    tags: Object.entries(tags).map(([name, description]) => ({ name, description })),
    paths,
    webhooks,
    components: {
      headers,
      schemas: components.schemas,
      responses: components.responses,
      securitySchemes: { apiKey: { type: 'apiKey', in: 'header', name: 'x-api-key' } },
    },
    security: [{ apiKey: [] }],
  };
}

function describe(name: EndpointName, endpoint: Endpoint, components: OpenApiComponents): object {
  const example: Example<EndpointName> = examples[name];
  return {
    operationId: name,
    summary: endpoint.summary,
    tags: [tagOf[name]],
    description: needs[scopeOfAct(endpoint.act)],
    parameters: [
      ...pathParameters(endpoint, example.params as Params),
      ...queryParameters(endpoint),
      ...headerParameters(endpoint),
    ],
    ...(endpoint.body === undefined
      ? {}
      : {
          requestBody: {
            required: !mayBeAbsent(endpoint.body),
            content: json(components.schema(endpoint.body), example.body),
          },
        }),
    responses: {
      200: {
        description: 'Success',
        headers: successHeaders(endpoint, { ignoresFields: isSpecified(name) }),
        content: answerContent(endpoint, components, example.response),
      },
      ...(isRevalidated(endpoint) ? { 304: notModified } : {}),
      ...errorResponses([...endpoints[name].errors, ...sharedErrors], components),
    },
  };
}

const needs: Readonly<Record<Need, string>> = {
  any: 'Any key can do this.',
  read: 'Needs a key with the scope `read`, `transfer` or `all`.',
  dns: 'Needs a key with the scope `dns` or `all`.',
  all: 'Needs a key with the scope `all`.',
  transfer: 'Needs a key with the scope `transfer`.',
};

function answerContent(
  { mediaType, response }: Endpoint,
  components: OpenApiComponents,
  example: unknown,
): object {
  const schema = components.schema(response);
  if (mediaType === undefined) return json(schema, example);
  return { [mediaType]: { schema, ...(example === null ? {} : { example }) } };
}

function json(schema: object, example: unknown): object {
  return { 'application/json': { schema, example } };
}

/** An absent body is validated as an empty object; some endpoints accept that. */
function mayBeAbsent(body: TSchema): boolean {
  const { required, anyOf } = body as { required?: readonly string[]; anyOf?: readonly object[] };
  return (required ?? []).length === 0 && anyOf === undefined;
}

type Params = Readonly<Record<string, string>>;

function pathParameters(endpoint: Endpoint, params: Params): object[] {
  return [...endpoint.path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => ({
    name,
    in: 'path',
    required: true,
    description: paramDescriptions[name] ?? name,
    schema: { type: 'string' },
    example: params[name],
  }));
}

type QueryParameter = TSchema & {
  readonly description?: string;
  readonly examples?: readonly unknown[];
  readonly deprecated?: boolean;
};

function queryParameters({ query }: Endpoint): object[] {
  const required: readonly string[] = query?.required ?? [];
  return Object.entries<QueryParameter>(query?.properties ?? {}).map(
    ([name, { description, examples, deprecated, ...schema }]) => ({
      name,
      in: 'query',
      required: required.includes(name),
      ...(deprecated === true ? { deprecated } : {}),
      description,
      schema,
      example: examples?.[0],
    }),
  );
}

function headerParameters(endpoint: Endpoint): object[] {
  const { idempotent, conditional } = endpoint;
  return [
    ...(idempotent ? [idempotencyKey] : []),
    ...(conditional === true ? [ifMatch] : []),
    ...(isRevalidated(endpoint) ? [ifNoneMatch] : []),
  ];
}

/** A client that has the answer already asks whether it is still the same. */
function isRevalidated({ method, hasVersion }: Endpoint): boolean {
  return method === 'GET' && hasVersion === true;
}

const idempotencyKey = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description: 'Repeat a request safely: within 24 hours the first answer is given again.',
  schema: { type: 'string', minLength: 1, maxLength: limits.idempotencyKeyLengthMax },
  example: '0190b8f4-6f0a-7c3e-9a50-3f1d0c2b7a11',
};

const ifMatch = {
  name: 'If-Match',
  in: 'header',
  required: false,
  description:
    'The `ETag` of the record list, or of the record itself: the change is refused with 412 when it is no longer the current one.',
  schema: { type: 'string' },
  example: '"dom_01kgb2q4x3h8m6n5p7r9t2v4w8.17"',
};

const ifNoneMatch = {
  name: 'If-None-Match',
  in: 'header',
  required: false,
  description: 'The `ETag` of the list that the client has: the answer is 304 while it is current.',
  schema: { type: 'string' },
  example: '"dom_01kgb2q4x3h8m6n5p7r9t2v4w8.17"',
};

/** The contract as an OpenAPI 3.1 document. Everything in it comes from the endpoint and error tables. */
import type { TSchema } from 'typebox';
import { type Endpoint, endpoints, sharedErrors } from './endpoints.ts';
import { type ErrorCode, errors } from './errors.ts';

export interface OpenApiDocument {
  readonly openapi: '3.1.0';
  readonly info: object;
  readonly servers: readonly object[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, object>>>>;
  readonly components: object;
  readonly security: readonly object[];
}

const paramDescriptions: Readonly<Record<string, string>> = {
  domain: 'The domain name itself.',
  recordId: 'The id of a record of this domain.',
};

export function openApiDocument(options: { readonly serverUrl: string }): OpenApiDocument {
  const paths: Record<string, Record<string, object>> = {};
  for (const [operationId, endpoint] of Object.entries<Endpoint>(endpoints)) {
    const path = paths[endpoint.path] ?? {};
    path[endpoint.method.toLowerCase()] = describe(operationId, endpoint);
    paths[endpoint.path] = path;
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Hostmaster',
      version: '1',
      description:
        'Domain registration and DNS. Billing is prepaid: one credit is one USD, debited at once.',
    },
    servers: [{ url: options.serverUrl }],
    paths,
    components: {
      securitySchemes: { apiKey: { type: 'apiKey', in: 'header', name: 'x-api-key' } },
    },
    security: [{ apiKey: [] }],
  };
}

function describe(operationId: string, endpoint: Endpoint): object {
  return {
    operationId,
    summary: endpoint.summary,
    description: `Needs a key with the \`${endpoint.scope}\` scope.`,
    parameters: [...pathParameters(endpoint), ...headerParameters(endpoint)],
    ...(endpoint.body === undefined
      ? {}
      : {
          requestBody: {
            required: !mayBeAbsent(endpoint.body),
            content: { 'application/json': { schema: endpoint.body } },
          },
        }),
    responses: {
      200: {
        description: 'Success',
        content: { 'application/json': { schema: endpoint.response } },
      },
      ...errorResponses([...endpoint.errors, ...sharedErrors]),
    },
  };
}

/** An absent body is validated as an empty object; some endpoints need no more. */
function mayBeAbsent(body: TSchema): boolean {
  const { required, anyOf } = body as { required?: readonly string[]; anyOf?: readonly object[] };
  return (required ?? []).length === 0 && anyOf === undefined;
}

function pathParameters(endpoint: Endpoint): object[] {
  return [...endpoint.path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => ({
    name,
    in: 'path',
    required: true,
    description: paramDescriptions[name] ?? name,
    schema: { type: 'string' },
  }));
}

function headerParameters(endpoint: Endpoint): object[] {
  if (!endpoint.idempotent) return [];
  return [
    {
      name: 'Idempotency-Key',
      in: 'header',
      required: false,
      description: 'Repeat a request safely: within 24 hours the first answer is given again.',
      schema: { type: 'string', minLength: 1, maxLength: 255 },
    },
  ];
}

/** Codes that share a status share a response. */
function errorResponses(codes: readonly ErrorCode[]): Record<string, object> {
  const byStatus = new Map<number, ErrorCode[]>();
  for (const code of codes) {
    const { status } = errors[code];
    byStatus.set(status, [...(byStatus.get(status) ?? []), code]);
  }
  return Object.fromEntries(
    [...byStatus].map(([status, sharing]) => [
      status,
      {
        description: sharing.map((code) => `\`${code}\`: ${errors[code].meaning}`).join('\n\n'),
        content: { 'application/json': { schema: errorSchema(status, sharing) } },
      },
    ]),
  );
}

function errorSchema(status: number, codes: readonly ErrorCode[]): object {
  return {
    type: 'object',
    required: [
      'error',
      'code',
      ...(status === 400 ? ['fields'] : []),
      ...(status === 402 ? ['required', 'balance'] : []),
    ],
    properties: {
      error: { type: 'string' },
      code: { type: 'string', enum: codes },
      ...(status === 400
        ? {
            fields: {
              type: 'array',
              items: {
                type: 'object',
                required: ['path', 'message'],
                properties: { path: { type: 'string' }, message: { type: 'string' } },
              },
            },
          }
        : {}),
      ...(status === 402 ? { required: { type: 'number' }, balance: { type: 'number' } } : {}),
    },
  };
}

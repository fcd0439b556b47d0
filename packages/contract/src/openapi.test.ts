import Format from 'typebox/format';
import { Errors } from 'typebox/value';
import { beforeAll, describe, expect, it } from 'vitest';
import {
  type Endpoint,
  type EndpointName,
  endpoints,
  isSpecified,
  sharedErrors,
} from './endpoints.ts';
import { errors } from './errors.ts';
import { type EventType, eventTypes } from './events.ts';
import { type Example, examples } from './examples.ts';
import { openApiDocument } from './openapi.ts';
import { apiPaths } from './paths.ts';
import { schemaFormats } from './schema-formats.ts';

interface Operation {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly parameters: readonly {
    name: string;
    in: string;
    required: boolean;
    schema: object;
    example: string;
  }[];
  readonly requestBody?: {
    readonly required: boolean;
    readonly content: JsonContent<object>;
  };
  readonly responses: Readonly<Record<string, Response | { readonly $ref: string }>>;
}

interface Response {
  readonly description: string;
  readonly headers?: object;
  readonly content: JsonContent<Schema>;
}

type JsonContent<S> = Readonly<Record<'application/json', Content<S>>>;

interface Content<S> {
  readonly schema: S;
  readonly example: unknown;
}

interface Schema {
  readonly type?: string;
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, { enum?: readonly string[] }>>;
  readonly allOf?: readonly (Schema & { readonly $ref?: string })[];
}

// As a reader gets it.
const document = JSON.parse(
  JSON.stringify(openApiDocument({ serverUrl: 'https://api.example.com' })),
) as {
  openapi: string;
  info: { title: string; version: string };
  servers: unknown;
  tags: readonly { name: string; description: string }[];
  webhooks: Record<string, { post: Operation }>;
  paths: Record<string, Record<string, Operation>>;
  components: {
    schemas: Record<string, Schema>;
    responses: Record<string, Response>;
    headers: Record<string, object>;
    securitySchemes: object;
  };
  security: unknown;
};

// Otherwise the formats of the contract are unknown and accept every text.
beforeAll(() => {
  for (const [name, { test }] of Object.entries(schemaFormats)) Format.Set(name, test);
});

function responseOf(operation: Operation, status: number): Response {
  const response = operation.responses[status];
  const named =
    response !== undefined && '$ref' in response
      ? document.components.responses[nameOf(response.$ref)]
      : response;
  if (named === undefined) throw new Error(`No response for ${status}.`);
  return named;
}

function schemaOf(part: Schema & { readonly $ref?: string }): Schema {
  const schema = part.$ref === undefined ? part : document.components.schemas[nameOf(part.$ref)];
  if (schema === undefined) throw new Error(`No schema ${part.$ref}.`);
  return schema;
}

function nameOf(reference: string): string {
  return reference.slice(reference.lastIndexOf('/') + 1);
}

function operationOf({ path, method }: Endpoint): Operation {
  const operation = document.paths[path]?.[method.toLowerCase()];
  if (operation === undefined) throw new Error(`${method} ${path} is missing.`);
  return operation;
}

describe('the OpenAPI document', () => {
  it('is 3.1, says where the service is and how to authenticate', () => {
    expect(document.openapi).toMatch(/^3\.1\.\d$/);
    expect(document.info).toMatchObject({ title: 'Hostmaster', version: expect.any(String) });
    expect(document.servers).toEqual([{ url: 'https://api.example.com' }]);
    expect(document.components.securitySchemes).toEqual({
      apiKey: { type: 'apiKey', in: 'header', name: 'x-api-key' },
    });
    expect(document.security).toEqual([{ apiKey: [] }]);
  });

  it('has the twelve operations of the specification and the additions of the contract', () => {
    const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
    );
    expect(operations.sort()).toEqual(
      Object.values(apiPaths)
        .map(({ method, path }) => `${method} ${path}`)
        .sort(),
    );
    expect(operations).toEqual(
      expect.arrayContaining([
        'POST /v1/domains/check',
        'POST /v1/domains',
        'GET /v1/domains',
        'GET /v1/domains/{domain}',
        'PATCH /v1/domains/{domain}',
        'POST /v1/domains/{domain}/renew',
        'PATCH /v1/domains/{domain}/nameservers',
        'GET /v1/domains/{domain}/dns',
        'POST /v1/domains/{domain}/dns',
        'PATCH /v1/domains/{domain}/dns/{recordId}',
        'DELETE /v1/domains/{domain}/dns/{recordId}',
        'GET /v1/account',
      ]),
    );
  });

  it('gives every operation an id of its own', () => {
    const ids = Object.values(document.paths)
      .flatMap((methods) => Object.values(methods))
      .map(({ operationId }) => operationId);
    expect(ids.sort()).toEqual(Object.keys(endpoints).sort());
  });

  it('groups the operations by tags, and every tag has some', () => {
    const operations = Object.values(document.paths).flatMap((methods) => Object.values(methods));
    expect(operations.filter(({ tags }) => tags.length !== 1)).toEqual([]);
    expect([...new Set(operations.flatMap(({ tags }) => tags))].sort()).toEqual(
      document.tags.map(({ name }) => name).sort(),
    );
  });

  it('has a webhook and typed data for each type of events', () => {
    const { schemas } = document.components;
    expect(Object.keys(document.webhooks)).toEqual([...Object.keys(eventTypes), 'webhook.test']);
    for (const [type, { post }] of Object.entries(document.webhooks)) {
      const schema = post.requestBody?.content['application/json'].schema;
      const { properties } = schemaOf((schema ?? {}) as { $ref?: string });
      expect(properties?.type, type).toEqual({ type: 'string', const: type });
      if (type === 'webhook.test') continue;
      const { data } = eventTypes[type as EventType];
      expect(properties?.data, type).toEqual(JSON.parse(JSON.stringify(data)));
    }
    const { oneOf, discriminator } = schemas.Event as {
      oneOf?: readonly unknown[];
      discriminator?: { mapping: Record<string, string> };
    };
    expect(oneOf).toHaveLength(Object.keys(eventTypes).length);
    expect(Object.keys(discriminator?.mapping ?? {})).toEqual(Object.keys(eventTypes));
  });

  it('declares the headers that answers carry', () => {
    const always = ['x-request-id', 'RateLimit', 'RateLimit-Policy'];
    for (const [name, endpoint] of Object.entries<Endpoint>(endpoints)) {
      const operation = operationOf(endpoint);
      for (const status of Object.keys(operation.responses).map(Number)) {
        const declared = Object.keys(responseOf(operation, status).headers ?? {});
        expect(declared, `${endpoint.path} ${status}`).toEqual(expect.arrayContaining(always));
        expect(declared.includes('Link'), `${endpoint.path} ${status}`).toBe(status >= 400);
        const namesIgnored = isSpecified(name as EndpointName) && status === 200;
        expect(declared.includes('x-ignored-fields')).toBe(namesIgnored);
        expect(declared.includes('Retry-After')).toBe(status === 429 || status === 503);
        const hasVersion = endpoint.hasVersion === true && status < 400;
        expect(declared.includes('ETag')).toBe(hasVersion || status === 412);
      }
    }
  });

  it('leads to no file of the repository', () => {
    expect(JSON.stringify(document)).not.toMatch(/docs\/|\.md\b|\.ts\b/);
  });

  it('names its schemas and responses, and refers only to those', () => {
    expect(Object.keys(document.components.schemas)).toEqual(
      expect.arrayContaining([
        'Account',
        'Availability',
        'ConflictError',
        'Contact',
        'Credits',
        'DnsRecord',
        'DnsRecordType',
        'Domain',
        'DomainStatus',
        'DomainSummary',
        'Error',
        'FieldProblem',
        'InsufficientCreditsError',
        'InvalidRequestError',
        'RegisteredDomain',
        'RenewedDomain',
      ]),
    );
    const known = new Set(
      (['schemas', 'responses', 'headers'] as const).flatMap((kind) =>
        Object.keys(document.components[kind]).map((name) => `#/components/${kind}/${name}`),
      ),
    );
    const used = new Set(
      [...JSON.stringify(document).matchAll(/"\$ref":"([^"]+)"/g)].map(([, to]) => to),
    );
    expect(used).toEqual(known);
  });
});

describe.each(Object.entries<Endpoint>(endpoints) as [EndpointName, Endpoint][])(
  '%s',
  (name, endpoint) => {
    const operation = operationOf(endpoint);

    it('declares its path parameters, all required', () => {
      const inPath = operation.parameters.filter((parameter) => parameter.in === 'path');
      expect(inPath.map(({ name }) => `{${name}}`)).toEqual(endpoint.path.match(/\{\w+\}/g) ?? []);
      expect(inPath.every(({ required }) => required)).toBe(true);
    });

    it('offers Idempotency-Key and If-Match exactly where they are taken', () => {
      const names = operation.parameters.filter(({ in: where }) => where === 'header');
      expect(names.map(({ name }) => name)).toEqual([
        ...(endpoint.idempotent ? ['Idempotency-Key'] : []),
        ...(endpoint.conditional === true ? ['If-Match'] : []),
        ...(endpoint.method === 'GET' && endpoint.hasVersion === true ? ['If-None-Match'] : []),
      ]);
    });

    it('has a body where the contract has one, required unless it may be left out', () => {
      expect(operation.requestBody === undefined).toBe(endpoint.body === undefined);
      if (operation.requestBody === undefined) return;
      // A renewal works without: one year. So do a restore, a SOA with the values of the service, and
      // the start of what costs nothing, and DNSSEC that is signed here.
      expect(operation.requestBody.required).toBe(
        !/\{domain\}\/(renew|restore|dns\/soa|dnssec(\/roll)?)$|dns\/templates\/\{templateId\}$|\{bulkId\}\/start$/.test(
          endpoint.path,
        ),
      );
      expect(operation.requestBody.content['application/json'].schema).toMatchObject({
        type: 'object',
      });
    });

    it('answers 200 and each of its errors, and no other status', () => {
      const isRevalidated = endpoint.method === 'GET' && endpoint.hasVersion === true;
      const codes = [...endpoint.errors, ...sharedErrors];
      const statuses = new Set(codes.map((code) => errors[code].status));
      expect(Object.keys(operation.responses).map(Number).sort()).toEqual(
        [200, ...(isRevalidated ? [304] : []), ...statuses].sort(),
      );
      for (const status of statuses) {
        const [body, shape] =
          responseOf(operation, status).content['application/json'].schema.allOf ?? [];
        expect(shape?.properties?.code?.enum).toEqual(
          codes.filter((code) => errors[code].status === status),
        );
        expect(schemaOf(body ?? {}).required).toEqual([
          'error',
          'code',
          ...(status === 400 ? ['fields'] : []),
          ...(status === 402 ? ['required', 'balance'] : []),
        ]);
      }
    });

    it('says how long to wait on 429 and 503', () => {
      for (const status of [429, 503]) {
        expect(responseOf(operation, status).headers).toHaveProperty('Retry-After');
      }
    });

    it('shows an object with every field required in its success, or a file', () => {
      const { content } = responseOf(operation, 200);
      expect(Object.keys(content)).toEqual([endpoint.mediaType ?? 'application/json']);
      if (endpoint.mediaType !== undefined) {
        expect(content).toHaveProperty([endpoint.mediaType, 'schema', 'type'], 'string');
        return;
      }
      const { schema: shown } = responseOf(operation, 200).content['application/json'];
      const named = document.components.schemas[nameOf('$ref' in shown ? String(shown.$ref) : '')];
      const schema = named ?? shown;
      expect(schema).toMatchObject({ type: 'object' });
      expect(schema.required).toEqual(Object.keys(schema.properties ?? {}));
    });

    it('has examples that fit the schemas', () => {
      const { params, body, response, fileName }: Example<EndpointName> = examples[name];
      for (const parameter of operation.parameters) expect(parameter.example).toBeDefined();
      expect(Object.keys(params as object)).toEqual(
        (endpoint.path.match(/(?<=\{)\w+/g) ?? []) as string[],
      );
      expect(body === undefined).toBe(endpoint.body === undefined);
      if (endpoint.body !== undefined) expect([...Errors(endpoint.body, body)]).toEqual([]);
      expect(operation.requestBody?.content['application/json'].example).toEqual(body);
      expect(fileName === undefined).toBe(endpoint.mediaType === undefined);
      const [shown] = Object.values<Content<Schema>>(responseOf(operation, 200).content);
      expect(shown?.example).toEqual(response ?? undefined);
      if (response !== null) expect([...Errors(endpoint.response, response)]).toEqual([]);
    });
  },
);

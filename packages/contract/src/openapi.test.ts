import { describe, expect, it } from 'vitest';
import { type Endpoint, endpoints, sharedErrors } from './endpoints.ts';
import { errors } from './errors.ts';
import { openApiDocument } from './openapi.ts';

interface Operation {
  readonly operationId: string;
  readonly parameters: readonly { name: string; in: string; required: boolean; schema: object }[];
  readonly requestBody?: {
    readonly required: boolean;
    readonly content: { readonly 'application/json': { readonly schema: object } };
  };
  readonly responses: Readonly<
    Record<
      string,
      { description: string; content: { 'application/json': { schema: ErrorSchema } } }
    >
  >;
}

interface ErrorSchema {
  readonly required: readonly string[];
  readonly properties: Readonly<Record<string, { enum?: readonly string[] }>>;
}

// As a reader gets it.
const document = JSON.parse(
  JSON.stringify(openApiDocument({ serverUrl: 'https://api.example.com' })),
) as {
  openapi: string;
  info: { title: string; version: string };
  servers: unknown;
  paths: Record<string, Record<string, Operation>>;
  components: { securitySchemes: object };
  security: unknown;
};

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

  it('has the twelve operations of the specification and no other', () => {
    const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
    );
    expect(operations.sort()).toEqual(
      [
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
      ].sort(),
    );
  });

  it('gives every operation an id of its own', () => {
    const ids = Object.values(document.paths)
      .flatMap((methods) => Object.values(methods))
      .map(({ operationId }) => operationId);
    expect(ids.sort()).toEqual(Object.keys(endpoints).sort());
  });

  it('refers to nothing outside itself', () => {
    expect(JSON.stringify(document)).not.toContain('"$ref"');
  });
});

describe.each(Object.entries<Endpoint>(endpoints))('%s', (_, endpoint) => {
  const operation = operationOf(endpoint);

  it('declares its path parameters, all required', () => {
    const inPath = operation.parameters.filter((parameter) => parameter.in === 'path');
    expect(inPath.map(({ name }) => `{${name}}`)).toEqual(endpoint.path.match(/\{\w+\}/g) ?? []);
    expect(inPath.every(({ required }) => required)).toBe(true);
  });

  it('offers an Idempotency-Key exactly where one is taken', () => {
    const names = operation.parameters.filter(({ in: where }) => where === 'header');
    expect(names.map(({ name }) => name)).toEqual(endpoint.idempotent ? ['Idempotency-Key'] : []);
  });

  it('has a body where the contract has one, required unless it may be left out', () => {
    expect(operation.requestBody === undefined).toBe(endpoint.body === undefined);
    if (operation.requestBody === undefined) return;
    // Only a renewal works without: one year.
    expect(operation.requestBody.required).toBe(!endpoint.path.endsWith('/renew'));
    expect(operation.requestBody.content['application/json'].schema).toMatchObject({
      type: 'object',
    });
  });

  it('answers 200 and each of its errors, and no other status', () => {
    const codes = [...endpoint.errors, ...sharedErrors];
    const statuses = new Set(codes.map((code) => errors[code].status));
    expect(Object.keys(operation.responses).map(Number).sort()).toEqual([200, ...statuses].sort());
    for (const status of statuses) {
      const response = operation.responses[status];
      const { required, properties } = response?.content['application/json'].schema ?? {};
      expect(properties?.code?.enum).toEqual(
        codes.filter((code) => errors[code].status === status),
      );
      expect(required).toEqual([
        'error',
        'code',
        ...(status === 400 ? ['fields'] : []),
        ...(status === 402 ? ['required', 'balance'] : []),
      ]);
    }
  });

  it('shows an object with every field required in its success', () => {
    const { schema } = operation.responses[200]?.content['application/json'] ?? {};
    expect(schema).toMatchObject({ type: 'object' });
    expect(schema?.required).toEqual(Object.keys(schema?.properties ?? {}));
  });
});

import { describe, expect, it } from 'vitest';
import {
  type Endpoint,
  type EndpointName,
  endpoints,
  isSpecified,
  sharedErrors,
} from './endpoints.ts';
import { errors } from './errors.ts';
import { limits } from './schemas.ts';

const all = Object.entries<Endpoint>(endpoints);

describe('the errors', () => {
  it('have a client or server status and a sentence', () => {
    for (const [code, { status, meaning }] of Object.entries(errors)) {
      expect(code).toMatch(/^[a-z]+(_[a-z]+)*$/);
      expect(status).toBeGreaterThanOrEqual(400);
      expect(status).toBeLessThan(600);
      expect(meaning).toMatch(/^[A-Z`].*\.$/);
    }
  });

  it('of an endpoint exist, once each, and are not those that all share', () => {
    for (const [name, endpoint] of all) {
      for (const code of endpoint.errors) expect(errors[code], `${name} ${code}`).toBeDefined();
      expect(new Set(endpoint.errors).size, name).toBe(endpoint.errors.length);
      const shared: readonly string[] = sharedErrors;
      expect(
        endpoint.errors.filter((code) => shared.includes(code)),
        name,
      ).toEqual([]);
    }
  });

  /** Section 7 of the specification. */
  it.each([
    [
      400,
      [
        'checkDomains',
        'registerDomain',
        'renewDomain',
        'updateDomain',
        'replaceNameservers',
        'createRecord',
      ],
    ],
    [402, ['registerDomain', 'renewDomain']],
    [
      404,
      [
        'getDomain',
        'updateDomain',
        'renewDomain',
        'replaceNameservers',
        'updateRecord',
        'deleteRecord',
      ],
    ],
    [409, ['registerDomain']],
  ])('of status %i are declared where the specification has them', (status, names) => {
    const declaring = all
      .filter(([, { errors: codes }]) => codes.some((code) => errors[code].status === status))
      .map(([name]) => name);
    expect(declaring).toEqual(expect.arrayContaining(names));
  });

  it('of a body are declared exactly where there is one', () => {
    for (const [name, endpoint] of all) {
      const hasBody = endpoint.body !== undefined;
      expect(endpoint.errors.includes('unsupported_media_type'), name).toBe(hasBody);
      expect(endpoint.errors.includes('body_too_large'), name).toBe(hasBody);
      // Additions refuse fields and parameters that they do not know.
      const hasFields = hasBody || !isSpecified(name as EndpointName);
      expect(endpoint.errors.includes('invalid_request'), name).toBe(hasFields);
    }
  });

  it('of a reused key are declared exactly where one is taken', () => {
    for (const [name, { idempotent, errors: codes }] of all) {
      expect(codes.includes('idempotency_key_reused'), name).toBe(idempotent);
    }
    // A POST that every key or each reader may send changes nothing.
    const changing = all.filter(
      ([, { method, act }]) =>
        method === 'POST' && act !== 'domains.read' && act !== 'workspace.read',
    );
    const taking = all.filter(([, { idempotent }]) => idempotent);
    expect(taking.map(([name]) => name)).toEqual(changing.map(([name]) => name));
    expect(taking.length).toBeGreaterThan(10);
  });
});

describe('the lists', () => {
  it('beyond the specification page by a cursor of one form', () => {
    const lists = all.filter(
      ([name, { method }]) =>
        method === 'GET' && name.startsWith('list') && !isSpecified(name as EndpointName),
    );
    expect(lists.length).toBeGreaterThan(6);
    for (const [name, { query, response }] of lists) {
      expect(query?.properties, name).toHaveProperty('cursor');
      expect(response, name).toHaveProperty('properties.cursor');
    }
  });
});

describe('the limits', () => {
  it('are those of the specification, section 8', () => {
    expect(limits).toMatchObject({
      checkedDomainsMax: 20,
      yearsMin: 1,
      yearsMax: 10,
      yearsDefault: 1,
      nameserversMin: 2,
      nameserversMax: 13,
      ttlSecondsMin: 60,
      ttlSecondsMax: 86_400,
      ttlSecondsDefault: 3_600,
      bodyBytesMax: 65_536,
    });
  });
});

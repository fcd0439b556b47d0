/** The API only grows: docs/versioning.md. */
import { openApiDocument } from '@hostmaster/contract';
import { describe, expect, it } from 'vitest';
import { apiPromises, newDemands, promisesFile } from '../../scripts/api-promises.ts';
import { read } from '../docs/documents.ts';

const promised = read(promisesFile).split('\n').filter(Boolean);
const document = openApiDocument({ serverUrl: 'http://localhost' });
const current = apiPromises(document);

/** A change of the document, and what it breaks. */
const breaks: Readonly<Record<string, readonly [(text: string) => string, string]>> = {
  'a field of an answer that vanishes': [
    (text) => text.replaceAll('"creditsCharged"', '"charged"'),
    'POST /v1/domains 200.domain.creditsCharged: integer',
  ],
  'a field that changes its type': [
    (text) => text.replaceAll('"balance":{"type":"number"', '"balance":{"type":"string"'),
    'GET /v1/account 200.credits.balance: number',
  ],
  'a parameter that vanishes': [
    (text) => text.replaceAll('"name":"cursor"', '"name":"position"'),
    'GET /v1/events query cursor?: string',
  ],
  'a value that is no longer accepted': [
    (text) => text.replaceAll('"transfer_lock",', ''),
    'POST /v1/bulk body.kind = "transfer_lock"',
  ],
};

describe('the API', () => {
  it('keeps every field, type, value and error code that it has promised', () => {
    expect(promised.length).toBeGreaterThan(1_000);
    expect(promised.filter((line) => !current.includes(line))).toEqual([]);
  });

  it('promises everything that it has: "npm run promises" adds what is new', () => {
    expect(current.filter((line) => !promised.includes(line))).toEqual([]);
  });

  it('requires nothing of a request that it did not require before', () => {
    expect(newDemands(promised, current)).toEqual([]);
    const name = 'PATCH /v1/domains/{domain} body.autoRenew';
    expect(current).toContain(`${name}?: boolean`);
    expect(newDemands(promised, [...current, `${name}: boolean`])).toEqual([`${name}: boolean`]);
    expect(newDemands(promised, ['PATCH /v1/new body.field: boolean'])).toEqual([]);
  });

  it.each(Object.entries(breaks))('notices %s', (_, [change, line]) => {
    expect(current).toContain(line);
    const changed = JSON.parse(change(JSON.stringify(document))) as typeof document;
    expect(apiPromises(changed)).not.toContain(line);
  });

  it('says what to use instead of what is deprecated', () => {
    const deprecated = [...JSON.stringify(document).matchAll(/\{[^{}]*"deprecated":true[^{}]*/g)];
    expect(deprecated.length).toBeGreaterThan(0);
    for (const [part] of deprecated) expect(part).toMatch(/"description":"Deprecated: use `/);
  });
});

/**
 * Malformed requests at every endpoint. Each is answered with a JSON refusal or with a success, never
 * with a 5xx, and a refusal changes and charges nothing.
 */
import { type Endpoint, type EndpointName, endpoints, isSpecified } from '@hostmaster/contract';
import {
  type Answer,
  type ApiClient,
  expectErrorBody,
  expectRefusal,
} from '@hostmaster/test-rig/api-client';
import { testSeed } from '@hostmaster/test-rig/seed';
import { contact, describeEdge } from '@hostmaster/test-rig/service';
import fc from 'fast-check';
import { expect, it } from 'vitest';

const requestCount = 700;

interface MalformedRequest {
  readonly endpoint: EndpointName;
  readonly domain: string;
  readonly recordId: string;
  readonly body: string | Buffer | null;
  readonly headers: Readonly<Record<string, string | readonly string[]>>;
  readonly key: 'ours' | 'missing' | 'wrong' | 'twice';
}

const fieldNames = [
  'domain',
  'domains',
  'years',
  'autoRenew',
  'privacyEnabled',
  'contact',
  'nameservers',
  'type',
  'name',
  'ttl',
  'value',
  '__proto__',
  'constructor',
  'toString',
  'length',
  'id',
] as const;

/** What a 400 may name in `path` besides fields of the endpoint. */
const alwaysBlamable = ['__proto__', 'Idempotency-Key', 'If-Match'];

interface Blame {
  readonly path: string;
  readonly message: string;
}

/** `creates[3].value` is part of the field `creates`. Only additions refuse fields they do not know. */
function isBlamable(input: MalformedRequest, { path, message }: Blame): boolean {
  if (message === 'is not a known field or parameter')
    return !endpointsAt(input).every(isOfSpecification);
  const [root = ''] = path.split(/[.[]/);
  const fields = endpointsAt(input)
    .flatMap(({ body, query }) => [body as Fields | undefined, query as Fields | undefined])
    .flatMap((schema) => Object.keys(schema?.properties ?? {}));
  return [...alwaysBlamable, ...fields].includes(root);
}

/** A `?` in a path parameter shortens the path: the request then reaches another endpoint. */
function endpointsAt(input: MalformedRequest): readonly Endpoint[] {
  const { method } = endpoints[input.endpoint];
  const [pathname = ''] = targetOf(input).split(/[?#]/);
  return Object.values<Endpoint>(endpoints).filter(
    (endpoint) => endpoint.method === method && isPathOf(endpoint, pathname),
  );
}

function isPathOf({ path }: Endpoint, pathname: string): boolean {
  const wanted = path.split('/');
  const given = pathname.split('/');
  return (
    wanted.length === given.length &&
    wanted.every((part, index) => part.startsWith('{') || part === given[index])
  );
}

function isOfSpecification(endpoint: Endpoint): boolean {
  const names = Object.keys(endpoints) as EndpointName[];
  return names.some((name) => isSpecified(name) && endpoints[name] === endpoint);
}

interface Fields {
  readonly properties?: object;
}

const nastyText = fc.oneof(
  fc.constantFrom(
    '',
    ' ',
    '.',
    '..',
    '@',
    '*',
    '-',
    'com',
    'a.com',
    'a b.com',
    'a\u0000.com',
    'a\u200b.com',
    'a\u202e.com',
    '\u0440\u0430ypal.com',
    'xn--ypal-43d9g.com',
    'xn--.com',
    'xn--a-.com',
    '\ud800.com',
    `${'a'.repeat(64)}.com`,
    `${'a.'.repeat(200)}com`,
    'x'.repeat(5_000),
    '.'.repeat(5_000),
    '\u4e2d'.repeat(2_000),
    '999.1.1.1',
    '70000 mail.example.net',
    "'; drop table domains; --",
    '%61.com',
    '{{7*7}}',
    '\\000',
    '"',
    'sandbox-taken-x.com',
  ),
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.string({ unit: 'grapheme', maxLength: 40 }),
);

const nastyValue: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 4, arbitrary: nastyText },
  {
    weight: 2,
    arbitrary: fc.constantFrom(null, true, false, 0, -0, 1, 11, -1, 1.5, 1e300, 2 ** 53),
  },
  { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 4 }) },
  { weight: 1, arbitrary: fc.constantFrom([], {}, [[]], [null], { a: { b: 1 } }) },
  { weight: 1, arbitrary: fc.array(nastyText, { maxLength: 25 }) },
  { weight: 1, arbitrary: fc.dictionary(fc.constantFrom(...Object.keys(contact)), nastyText) },
  { weight: 1, arbitrary: fc.constantFrom('A', 'MX', 'TXT', 'SRV', 'HTTPS', 'txt', 'SOA') },
);

const jsonText = fc
  .array(
    fc.tuple(fc.oneof(fc.constantFrom(...fieldNames), fc.string({ maxLength: 5 })), nastyValue),
    {
      maxLength: 6,
    },
  )
  .map((entries) => {
    // Written by hand: JSON.stringify would lose __proto__ and repeated keys.
    const parts = entries.map(
      ([name, value]) => `${JSON.stringify(name)}:${JSON.stringify(value)}`,
    );
    return `{${parts.join(',')}}`;
  });

const body: fc.Arbitrary<string | Buffer | null> = fc.oneof(
  { weight: 8, arbitrary: jsonText },
  { weight: 1, arbitrary: fc.constant(null) },
  { weight: 1, arbitrary: fc.json() },
  {
    weight: 2,
    arbitrary: fc.constantFrom(
      '',
      'null',
      '[]',
      '"x"',
      '5',
      '{',
      '{"years":1e400}',
      '{"ttl":-1e400,"type":"TXT","value":"x"}',
      '{"years":1,"years":99}',
      '{"a":1}}',
      '\ufeff{}',
      `${'['.repeat(10_000)}${']'.repeat(10_000)}`,
      `{"domain":${'{"a":'.repeat(2_000)}1${'}'.repeat(2_000)}}`,
      `{"domain":"${'x'.repeat(64_000)}"}`,
      `{"domain":"${'x'.repeat(70_000)}"}`,
      `{"domains":[${Array(20_000).fill('""').join(',')}]}`,
      '{"\u0000":1}',
    ),
  },
  { weight: 1, arbitrary: fc.uint8Array({ maxLength: 60 }).map((bytes) => Buffer.from(bytes)) },
);

const pathPart = fc.oneof(
  { weight: 4, arbitrary: fc.constant('OURS') },
  {
    weight: 3,
    arbitrary: nastyText.map(escaped),
  },
  {
    weight: 2,
    arbitrary: fc.constantFrom(
      '%',
      '%0',
      '%zz',
      '%00',
      'a%00.com',
      '%ff%fe',
      '%c3%28',
      '%E0%80%AF',
      '%2e%2e%2f',
      '%2F',
      '..',
      '.',
      ';',
      'x'.repeat(6_000),
      '%E4%B8%AD'.repeat(600),
      'a?b#c',
      '*',
      '~!$&()+,:=@',
    ),
  },
);

const headers: fc.Arbitrary<MalformedRequest['headers']> = fc.oneof(
  { weight: 6, arbitrary: fc.constant({ 'content-type': 'application/json' }) },
  {
    weight: 2,
    arbitrary: fc
      .constantFrom(
        '',
        'text/plain',
        'json',
        ';',
        'application/json;',
        'a/b;c="',
        'multipart/form-data',
        '\u00ff',
      )
      .map((type) => ({ 'content-type': type })),
  },
  { weight: 1, arbitrary: fc.constant({}) },
  {
    weight: 1,
    arbitrary: fc
      .constantFrom('', ' ', 'k', 'x'.repeat(300), '\u00e9', 'a\tb')
      .map((key) => ({ 'content-type': 'application/json', 'idempotency-key': key })),
  },
);

const malformedRequest: fc.Arbitrary<MalformedRequest> = fc.record({
  endpoint: fc.constantFrom(...(Object.keys(endpoints) as EndpointName[])),
  domain: pathPart,
  recordId: pathPart,
  body,
  headers,
  key: fc.oneof(
    { weight: 20, arbitrary: fc.constant('ours' as const) },
    {
      weight: 1,
      arbitrary: fc.constantFrom('missing' as const, 'wrong' as const, 'twice' as const),
    },
  ),
});

describeEdge('bad input', (service) => {
  it(`is refused clearly and changes nothing (seed ${testSeed})`, async () => {
    const { client, apiKey } = await service.workspace({ credits: '500' });
    const domain = await service.liveDomain(client);
    const { record } = await client.call('createRecord', { domain, type: 'A', value: '192.0.2.1' });
    await service.untilNoJobs(domain);
    let before = await snapshot(client);
    const statuses = new Map<number, number>();

    const check = async (input: MalformedRequest) => {
      const request = {
        ...input,
        domain: input.domain === 'OURS' ? domain : input.domain,
        recordId: input.recordId === 'OURS' ? record.id : input.recordId,
      };
      const answer = await send(client, apiKey, request);
      statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1);
      expect(answer.status, answer.text).toBeLessThan(500);
      if (answer.status === 200) {
        // The request was valid; the next comparison starts from its effect.
        await service.settled();
        before = await snapshot(client);
        return;
      }
      expectErrorBody(answer);
      const { fields = [] } = answer.body as { fields?: Blame[] };
      for (const field of fields) expect(isBlamable(request, field), field.path).toBe(true);
      if ((answer.body as { code: string }).code === 'invalid_request') {
        expect(fields.length, answer.text).toBeGreaterThan(0);
      }
      if (input.key !== 'ours') expect(answer.status).toBe(401);
      expect(await snapshot(client)).toEqual(before);
    };

    await fc.assert(fc.asyncProperty(malformedRequest, check), {
      numRuns: requestCount,
      endOnFailure: true,
    });
    // The generator must reach all of these.
    expect([...statuses.keys()]).toEqual(expect.arrayContaining([200, 400, 401, 404]));
  });

  it('predefined bodies are refused by every endpoint', async () => {
    const { client, apiKey } = await service.workspace({ credits: '500' });
    const domain = await service.liveDomain(client);
    const { record } = await client.call('createRecord', { domain, type: 'A', value: '192.0.2.1' });
    await service.untilNoJobs(domain);
    const before = await snapshot(client);
    const bodies = [
      'null',
      '[]',
      '"x"',
      '5',
      '{',
      '[{}]',
      '{"__proto__":{}}',
      '\u0000',
      'NaN',
      '{"a":1e400}x',
    ];
    for (const [endpoint, { body: schema, act }] of Object.entries<Endpoint>(endpoints)) {
      // A key of scope `all` does not cover `transfer`: it gets 403 before its body is read.
      if (schema === undefined || act === 'domains.release') continue;
      for (const raw of bodies) {
        const answer = await send(client, apiKey, {
          endpoint: endpoint as EndpointName,
          domain,
          recordId: record.id,
          body: raw,
          headers: { 'content-type': 'application/json' },
          key: 'ours',
        });
        expect([endpoint, raw, answer.status]).toEqual([endpoint, raw, 400]);
        expectErrorBody(answer);
      }
    }
    expect(await snapshot(client)).toEqual(before);
  });

  it('a NUL in a query parameter or an id is refused', async () => {
    const { client } = await service.workspace({ credits: '500' });
    const domain = await service.liveDomain(client);
    const { webhook } = await client.call('createWebhook', { url: 'https://example.com/events' });
    for (const { method, path, query } of Object.values<Endpoint>(endpoints)) {
      for (const name of Object.keys(query?.properties ?? {})) {
        const place = path.replace('{domain}', domain).replace('{webhookId}', webhook.id);
        const answer = await client.send(method, `${place}?${name}=%00`);
        expectRefusal(answer, { status: 400, code: 'invalid_request', fields: [name] });
      }
    }
    const changes = await client.request('changeRecords', { domain, deletes: [{ id: '\0' }] });
    expectRefusal(changes, { status: 400, code: 'invalid_request', fields: ['deletes[0].id'] });
    const range = { webhookId: webhook.id, eventId: '\0' };
    const replay = await client.request('replayWebhook', range);
    expect(replay.status, replay.text).toBe(404);
  });
});

/** Two of these fit into the request line that Node accepts. */
function escaped(text: string): string {
  return encodeURIComponent(text.slice(0, 600).toWellFormed()) || '%20';
}

function targetOf({ endpoint, domain, recordId }: MalformedRequest): string {
  return endpoints[endpoint].path
    .replace('{domain}', () => domain)
    .replace('{recordId}', () => recordId);
}

function send(client: ApiClient, apiKey: string, input: MalformedRequest): Promise<Answer> {
  const { method } = endpoints[input.endpoint];
  const keys = {
    ours: apiKey,
    missing: null,
    wrong: `${apiKey.slice(0, -1)}!`,
    twice: `${apiKey}, ${apiKey}`,
  };
  return client.withKey(keys[input.key]).send(method, targetOf(input), {
    ...(input.body === null ? {} : { raw: input.body }),
    headers: input.headers,
  });
}

/** Everything a customer can see. */
async function snapshot(client: ApiClient) {
  const [account, { domains }] = await Promise.all([
    client.call('getAccount', {}),
    client.call('listDomains', {}),
  ]);
  const details = await Promise.all(
    domains.map(async ({ name }) => ({
      ...(await client.call('getDomain', { domain: name })),
      ...(await client.call('listRecords', { domain: name })),
    })),
  );
  return { account, domains, details };
}

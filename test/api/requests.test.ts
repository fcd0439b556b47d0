/** What holds for requests whatever the endpoint: paths, verbs, bodies, and which refusal comes first. */

import { type Answer, expectRefusal } from '@hostmaster/test-rig/api-client';
import {
  balanceOf,
  contact,
  describeService,
  type TestService,
} from '@hostmaster/test-rig/service';
import { describe, expect, it } from 'vitest';

const json = { 'content-type': 'application/json' };
const malformed = { status: 400, code: 'malformed_body' } as const;

describeService('requests', (service) => {
  describe('paths', () => {
    it('upper case, a trailing dot, an escaped letter and U-labels reach the same domain', async () => {
      const { client } = await service.workspace();
      await client.call('registerDomain', { domain: 'bücher-path.com', contact });
      const [{ name: listed = '' } = {}] = (await client.call('listDomains', {})).domains;
      for (const form of [
        listed,
        listed.toUpperCase(),
        `${listed}.`,
        listed.replace('x', '%78'),
        listed.replace('n', '%6E'),
        'b%C3%BCcher-path.com',
        'B%C3%9Ccher-path.COM.',
        'bu%CC%88cher-path.com',
      ]) {
        const answer = await client.send('GET', `/v1/domains/${form}`);
        expect(answer.status, form).toBe(200);
        expect((answer.body as { domain: { name: string } }).domain.name).toBe(listed);
      }
      expect(listed).toMatch(/^xn--bcher-path-[a-z0-9]+\.com$/);
    });

    it('the same forms work below the domain', async () => {
      const { client } = await service.workspace();
      const name = service.freshName('form');
      await client.call('registerDomain', { domain: name, contact });
      const form = `${name.toUpperCase().replace('F', '%46')}.`;
      const created = await client.send('POST', `/v1/domains/${form}/dns`, {
        json: { type: 'TXT', value: 'x', name: `www.${name}` },
      });
      expect(created.body).toMatchObject({ record: { name: 'www' } });
      const { record } = created.body as { record: { id: string } };
      for (const [method, path, body] of [
        ['GET', 'dns', undefined],
        ['PATCH', `dns/${record.id}`, { ttl: 60 }],
        ['PATCH', `dns/${record.id.replace('r', '%72')}`, { ttl: 61 }],
        ['DELETE', `dns/${record.id}`, undefined],
        ['PATCH', 'nameservers', { nameservers: ['a.example.net', 'b.example.net'] }],
        ['POST', 'renew', {}],
      ] as const) {
        const options = body === undefined ? {} : { json: body };
        expect((await client.send(method, `/v1/domains/${form}/${path}`, options)).status).toBe(
          200,
        );
      }
      const patched = await client.send('PATCH', `/v1/domains/${form}`, {
        json: { autoRenew: true },
      });
      expect(patched.status).toBe(200);
    });

    it.each([
      'name',
      'com',
      'a..com',
      '-a.com',
      'a_b.com',
      'a%20b.com',
      'a%2Fb.com',
      'name.nosuchtld',
      `${'a'.repeat(64)}.com`,
      `${'a.'.repeat(150)}com`,
      'a%E2%80%8Bb.com',
      '%D1%80%D0%B0ypal.com',
      'xn--zzzzzzzz999.com',
      '192.0.2.1',
      '..%2F..%2Fetc',
      `${'x'.repeat(3_000)}.com`,
      '%E4%B8%AD'.repeat(900),
    ])('404: %s simply does not exist', async (path) => {
      const { client } = await service.workspace();
      const missing = await client.send('GET', '/v1/domains/missing.com');
      expectRefusal(missing, { status: 404, code: 'domain_not_found' });
      for (const [method, below, body] of [
        ['GET', '', undefined],
        ['PATCH', '', { autoRenew: true }],
        ['POST', '/renew', {}],
        ['PATCH', '/nameservers', { nameservers: ['a.example.net', 'b.example.net'] }],
        ['GET', '/dns', undefined],
        ['POST', '/dns', { type: 'TXT', value: 'x' }],
        ['PATCH', '/dns/rec_1', { ttl: 60 }],
        ['DELETE', '/dns/rec_1', undefined],
      ] as const) {
        const options = body === undefined ? {} : { json: body };
        const answer = await client.send(method, `/v1/domains/${path}${below}`, options);
        expect([method, below, answer.text]).toEqual([method, below, missing.text]);
        expect(answer.status).toBe(404);
      }
    });

    it('404: a strange record id does not exist', async () => {
      const { client } = await service.workspace();
      const name = service.freshName();
      await client.call('registerDomain', { domain: name, contact });
      for (const id of ['x', '%20', '%F0%9F%92%A9', 'x'.repeat(4_000), '1%27%20or%201=1', '..']) {
        for (const method of ['PATCH', 'DELETE']) {
          const answer = await client.send(method, `/v1/domains/${name}/dns/${id}`, {
            json: { ttl: 60 },
          });
          expectRefusal(answer, { status: 404, code: 'record_not_found' });
        }
      }
    });

    it.each(['%', '%2', '%zz.com', 'a%ff.com', 'a%00.com', '%00', '%C3%28.com', '%ED%A0%80.com'])(
      '400: the broken escape or NUL in %s',
      async (path) => {
        const { client } = await service.workspace();
        const targets = [`/v1/domains/${path}`, `/v1/domains/${path}/dns`];
        for (const target of targets) {
          expectRefusal(await client.send('GET', target), malformed);
        }
        const name = service.freshName();
        await client.call('registerDomain', { domain: name, contact });
        expectRefusal(await client.send('DELETE', `/v1/domains/${name}/dns/${path}`), malformed);
        expectRefusal(
          await client.send('POST', `/v1/domains/${path}/renew`, { json: {} }),
          malformed,
        );
      },
    );

    it('200: a query string changes nothing', async () => {
      const { client } = await service.workspace();
      expect((await client.send('GET', '/v1/account?domain=x&y[]=1&%zz')).status).toBe(200);
    });

    it('400: what is not HTTP is still answered in JSON', async () => {
      const answer = await service.client.sendBytes(
        'GET /v1/account HTTP/1.1\r\nbad header\r\n\r\n',
      );
      expect(answer.status).toBe(400);
      expect(answer.body).toEqual({ error: expect.any(String), code: 'bad_http', fields: [] });
      const raw = await service.client.sendBytes(
        'GET /v1/domains/a b.com HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n',
      );
      expect(raw.status).toBe(400);
      expect(raw.body).toMatchObject({ code: 'bad_http' });
      const long = await service.client.sendBytes(
        `GET /v1/account HTTP/1.1\r\nhost: x\r\nx-long: ${'x'.repeat(100_000)}\r\n\r\n`,
      );
      expect(long.body).toMatchObject({ code: 'bad_http' });
    });
  });

  describe('routes', () => {
    it.each(['/v1', '/v1/', '/v1/domain', '/v1/domains/a.com/', '/v1/account/x'])(
      '404: there is nothing at %s',
      async (path) => {
        const { client } = await service.workspace();
        for (const method of ['GET', 'POST', 'PUT']) {
          const answer = await client.send(method, path);
          expectRefusal(answer, { status: 404, code: 'route_not_found' });
        }
      },
    );

    it('404: an unknown path outside /v1, also without a key', async () => {
      for (const path of ['/nothing', '/v2/domains', '/V1/account', '/v10']) {
        const answer = await service.client.send('GET', path);
        expectRefusal(answer, { status: 404, code: 'route_not_found' });
      }
    });

    it('404: an escaped slash is no slash', async () => {
      const { client } = await service.workspace();
      for (const path of ['/v1%2Faccount', '/v1/domains%2Fa.com']) {
        expectRefusal(await client.send('GET', path), { status: 404, code: 'route_not_found' });
      }
    });

    it.each([
      ['PUT', '/v1/domains', 'POST, GET, HEAD'],
      ['DELETE', '/v1/domains', 'POST, GET, HEAD'],
      ['PATCH', '/v1/account', 'GET, HEAD'],
      ['DELETE', '/v1/domains/a.com', 'GET, HEAD, PATCH'],
      ['PUT', '/v1/domains/a.com', 'GET, HEAD, PATCH'],
      ['GET', '/v1/domains/a.com/renew', 'POST'],
      ['GET', '/v1/domains/a.com/nameservers', 'PATCH'],
      ['PUT', '/v1/domains/a.com/dns', 'GET, HEAD, POST'],
      ['GET', '/v1/domains/a.com/dns/rec_1', 'PATCH, DELETE'],
      ['OPTIONS', '/v1/account', 'GET, HEAD'],
      ['DELETE', '/v1/domains/a%2Fb.com', 'GET, HEAD, PATCH'],
    ])('405: %s %s', async (method, path, allow) => {
      const { client } = await service.workspace();
      const answer = await client.send(method, path);
      expectRefusal(answer, { status: 405, code: 'method_not_allowed' });
      expect(answer.headers.allow).toBe(allow);
    });
  });

  describe('bodies', () => {
    it('an empty body is absent, whatever its media type', async () => {
      const { client } = await service.workspace();
      const name = service.freshName();
      await client.call('registerDomain', { domain: name, contact });
      const path = `/v1/domains/${name}/renew`;
      for (const headers of [
        {},
        json,
        { 'content-type': 'text/plain' },
        { 'content-type': 'application/x-www-form-urlencoded' },
        { 'content-type': 'rubbish' },
        { 'content-type': '' },
      ]) {
        const label = JSON.stringify(headers);
        expect((await client.send('POST', path, { headers })).status, label).toBe(200);
        const sized = await client.send('POST', path, { raw: '', headers });
        expect(sized.status, label).toBe(200);
        const chunked = await client.send('POST', path, { raw: '', headers, chunked: true });
        expect(chunked.status, label).toBe(200);
      }
      const absent = await client.send('POST', '/v1/domains/check', { headers: json });
      expectRefusal(absent, { status: 400, code: 'invalid_request', fields: ['domain'] });
    });

    it('GET and DELETE ignore theirs', async () => {
      const { client } = await service.workspace();
      const name = service.freshName();
      await client.call('registerDomain', { domain: name, contact });
      for (const options of [
        { raw: '{', headers: json },
        { raw: '[]', headers: json },
        { raw: 'plain', headers: { 'content-type': 'text/plain' } },
        { raw: 'plain' },
        { raw: ' '.repeat(100_000), headers: json },
      ]) {
        const { record } = await client.call('createRecord', {
          domain: name,
          type: 'TXT',
          value: 'x',
        });
        expect((await client.send('GET', '/v1/account', options)).status).toBe(200);
        expect((await client.send('GET', `/v1/domains/${name}`, options)).status).toBe(200);
        const removed = await client.send(
          'DELETE',
          `/v1/domains/${name}/dns/${record.id}`,
          options,
        );
        expect(removed.body).toEqual({ success: true });
      }
    });

    it.each([
      ['cut off', '{"domain": "a.com"'],
      ['a list', '[]'],
      ['null', 'null'],
      ['a number', '5'],
      ['a text', '"a.com"'],
      ['true', 'true'],
      ['two values', '{}{}'],
      ['single quotes', "{'domain': 'a.com'}"],
      ['not UTF-8', Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d])],
      ['a depth bomb', `${'{"a":'.repeat(5_000)}1${'}'.repeat(5_000)}`],
      ['a list bomb', `{"a":${'['.repeat(20_000)}${']'.repeat(20_000)}}`],
    ])('400: %s', async (_, raw) => {
      const { client } = await service.workspace();
      const name = service.freshName();
      await client.call('registerDomain', { domain: name, contact });
      for (const [method, path] of [
        ['POST', '/v1/domains/check'],
        ['POST', '/v1/domains'],
        ['PATCH', `/v1/domains/${name}`],
        ['POST', `/v1/domains/${name}/renew`],
        ['PATCH', `/v1/domains/${name}/nameservers`],
        ['POST', `/v1/domains/${name}/dns`],
        ['PATCH', `/v1/domains/${name}/dns/rec_1`],
      ] as const) {
        expectRefusal(await client.send(method, path, { raw, headers: json }), malformed);
      }
    });

    it('400: __proto__ is named and changes nothing', async () => {
      const { client } = await service.workspace();
      for (const raw of [
        '{"domain":"a.com","__proto__":{"domains":["b.com"]}}',
        '{"domain":"a.com","x":[{"__proto__":null}]}',
      ]) {
        const answer = await client.send('POST', '/v1/domains/check', { raw, headers: json });
        expectRefusal(answer, { status: 400, code: 'invalid_request', fields: ['__proto__'] });
      }
      const harmless = '{"domain":"a-harmless.com","constructor":{"prototype":1},"toString":2}';
      const answer = await client.send('POST', '/v1/domains/check', {
        raw: harmless,
        headers: json,
      });
      expect(answer.status).toBe(200);
    });

    it('400: 1e400 is no integer', async () => {
      const { client } = await service.workspace();
      const name = service.freshName();
      await client.call('registerDomain', { domain: name, contact });
      const renewal = await client.send('POST', `/v1/domains/${name}/renew`, {
        raw: '{"years":1e400}',
        headers: json,
      });
      expectRefusal(renewal, { status: 400, code: 'invalid_request', fields: ['years'] });
      const record = await client.send('POST', `/v1/domains/${name}/dns`, {
        raw: '{"type":"TXT","value":"x","ttl":-1e400}',
        headers: json,
      });
      expectRefusal(record, { status: 400, code: 'invalid_request', fields: ['ttl'] });
    });

    it('413: more than 64 KiB, announced or not', async () => {
      const { client } = await service.workspace();
      const fits = `{"domain":"a.com","x":"${'y'.repeat(65_536 - 25)}"}`;
      expect(Buffer.byteLength(fits)).toBe(65_536);
      const accepted = await client.send('POST', '/v1/domains/check', { raw: fits, headers: json });
      expect(accepted.status).toBe(200);
      for (const chunked of [false, true]) {
        const answer = await client.send('POST', '/v1/domains/check', {
          raw: `${fits} `,
          headers: json,
          chunked,
        });
        expectRefusal(answer, { status: 413, code: 'body_too_large' });
      }
    });

    it.each([
      'text/plain',
      'application/jsonx',
      'application/json-patch+json',
      'text/json',
      'json',
      ';',
      '',
    ])('415: a body of media type "%s"', async (type) => {
      const { client } = await service.workspace();
      const answer = await client.send('POST', '/v1/domains/check', {
        raw: '{"domain":"a.com"}',
        headers: { 'content-type': type },
      });
      expectRefusal(answer, { status: 415, code: 'unsupported_media_type' });
    });

    it('415: a body without a media type', async () => {
      const { client } = await service.workspace();
      const answer = await client.send('POST', '/v1/domains/check', { raw: '{"domain":"a.com"}' });
      expectRefusal(answer, { status: 415, code: 'unsupported_media_type' });
    });

    it.each([
      'application/json; charset=utf-8',
      'Application/JSON',
      'application/json;charset="UTF-8"',
    ])('200: a body of media type %s', async (type) => {
      const { client } = await service.workspace();
      const answer = await client.send('POST', '/v1/domains/check', {
        raw: '{"domain":"a.com"}',
        headers: { 'content-type': type },
      });
      expect(answer.status).toBe(200);
    });
  });

  it('every answer carries its own request id, and no refusal carries one in its body', async () => {
    const { client } = await service.workspace();
    const answers = await Promise.all([
      client.send('GET', '/v1/account'),
      client.send('GET', '/v1/domains/missing.com'),
      client.send('GET', '/v1/domains/missing.com'),
      client.send('GET', '/v1/nothing'),
      client.send('GET', '/v1/domains/%zz'),
      client.send('GET', '/nothing'),
    ]);
    const ids = answers.map(({ headers }) => headers['x-request-id']);
    expect(new Set(ids).size).toBe(answers.length);
    for (const id of ids) expect(id).toMatch(/^req-\w+-\w+$/);
    expect(answers[1]?.text).toBe(answers[2]?.text);
  });

  describe('the order of refusals', () => {
    it('404 and 405 of the route, 415, 413, 400, 404, 400 that needs the row, 409, 402', async () => {
      const steps = await refusalSteps(service);
      for (const [index, step] of steps.entries()) {
        const answer = await step.send();
        expect([step.what, answer.status, (answer.body as { code: string }).code]).toEqual([
          step.what,
          step.status,
          step.code,
        ]);
        expect(index).toBeLessThan(steps.length);
      }
    });
  });
});

interface RefusalStep {
  /** Both things that are wrong with the request; the first must be reported. */
  readonly what: string;
  readonly status: number;
  readonly code: string;
  send(): Promise<Answer>;
}

/** Requests with two things wrong at once, for each neighbouring pair of the order. */
async function refusalSteps(service: TestService): Promise<RefusalStep[]> {
  const { client } = await service.workspace({ credits: '100' });
  const live = await service.liveDomain(client);
  const { record } = await client.call('createRecord', {
    domain: live,
    type: 'A',
    value: '192.0.2.1',
  });
  const failed = service.freshName('sandbox-reject');
  const held = service.registry.hold('create', failed);
  await client.call('registerDomain', { domain: failed, contact });
  const onFailed = await client.call('createRecord', {
    domain: failed,
    type: 'A',
    value: '192.0.2.1',
  });
  held.release();
  await service.settled();
  expect((await client.call('getDomain', { domain: failed })).domain.status).toBe('failed');
  const poor = await service.workspace({ credits: '0' });
  const long = 'x'.repeat(70_000);
  const text = { 'content-type': 'text/plain' };
  const steps: RefusalStep[] = [
    {
      what: '404 of the route before 415',
      status: 404,
      code: 'route_not_found',
      send: () => client.send('POST', '/v1/nothing', { raw: 'x', headers: text }),
    },
    {
      what: '405 before 415',
      status: 405,
      code: 'method_not_allowed',
      send: () => client.send('PUT', '/v1/domains', { raw: 'x', headers: text }),
    },
    {
      what: '405 before 413',
      status: 405,
      code: 'method_not_allowed',
      send: () => client.send('PUT', '/v1/domains', { raw: 'x', headers: json }),
    },
    {
      what: '415 before 413',
      status: 415,
      code: 'unsupported_media_type',
      send: () => client.send('POST', '/v1/domains', { raw: long, headers: text }),
    },
    {
      what: '415 before 400',
      status: 415,
      code: 'unsupported_media_type',
      send: () => client.send('POST', '/v1/domains', { raw: '{', headers: text }),
    },
    {
      what: '415 before 404',
      status: 415,
      code: 'unsupported_media_type',
      send: () => client.send('PATCH', '/v1/domains/missing.com', { raw: '{}', headers: text }),
    },
    {
      what: '413 before 400',
      status: 413,
      code: 'body_too_large',
      send: () => client.send('POST', '/v1/domains', { raw: long, headers: json }),
    },
    {
      what: '413 before 404',
      status: 413,
      code: 'body_too_large',
      send: () => client.send('PATCH', '/v1/domains/missing.com', { raw: long, headers: json }),
    },
    {
      what: '400 of the JSON before 404',
      status: 400,
      code: 'malformed_body',
      send: () => client.send('PATCH', '/v1/domains/missing.com', { raw: '{', headers: json }),
    },
    {
      what: '400 of a bound before 404',
      status: 400,
      code: 'invalid_request',
      send: () => client.request('renewDomain', { domain: 'missing.com', years: 11 }),
    },
    {
      what: '400 of an empty change before 404',
      status: 400,
      code: 'invalid_request',
      send: () => client.request('updateDomain', { domain: 'missing.com' }),
    },
    {
      what: '400 of a value before 404',
      status: 400,
      code: 'invalid_request',
      send: () =>
        client.request('createRecord', { domain: 'missing.com', type: 'A', value: '999.1.1.1' }),
    },
    {
      what: '400 of a record name before 404',
      status: 400,
      code: 'invalid_request',
      send: () =>
        client.request('createRecord', {
          domain: 'missing.com',
          type: 'A',
          value: '192.0.2.1',
          name: 'a..b',
        }),
    },
    {
      what: '400 of a hostname before 404',
      status: 400,
      code: 'invalid_request',
      send: () =>
        client.request('replaceNameservers', { domain: 'missing.com', nameservers: ['a', 'b'] }),
    },
    {
      what: '400 of a type with its value before 404 of the record',
      status: 400,
      code: 'invalid_request',
      send: () =>
        client.request('updateRecord', { domain: live, recordId: 'rec_x', type: 'A', value: 'no' }),
    },
    {
      what: '404 of the domain before 404 of the record',
      status: 404,
      code: 'domain_not_found',
      send: () => client.request('deleteRecord', { domain: 'missing.com', recordId: record.id }),
    },
    {
      what: '404 of the record before 400 that needs the row',
      status: 404,
      code: 'record_not_found',
      send: () => client.request('updateRecord', { domain: live, recordId: 'rec_x', value: 'no' }),
    },
    {
      what: '404 of the record before 409',
      status: 404,
      code: 'record_not_found',
      send: () => client.request('deleteRecord', { domain: failed, recordId: record.id }),
    },
    {
      what: '400 that needs the row before 409',
      status: 400,
      code: 'invalid_request',
      send: () =>
        client.request('updateRecord', {
          domain: failed,
          recordId: onFailed.record.id,
          value: 'no',
        }),
    },
    {
      what: '400 of a bound before 409',
      status: 400,
      code: 'invalid_request',
      send: () => client.request('renewDomain', { domain: failed, years: 0 }),
    },
    {
      what: '400 of an unsupported suffix before 402',
      status: 400,
      code: 'unsupported_tld',
      send: () => poor.client.request('registerDomain', { domain: 'a.nosuchtld', contact }),
    },
    {
      what: '409 before 402 on registration',
      status: 409,
      code: 'domain_taken',
      send: () => poor.client.request('registerDomain', { domain: live, contact }),
    },
    {
      what: '409 before 402 on registration of a name taken elsewhere',
      status: 409,
      code: 'domain_taken',
      send: () => poor.client.request('registerDomain', { domain: 'example.com', contact }),
    },
    {
      what: '409 before 402 on renewal',
      status: 409,
      code: 'domain_failed',
      send: async () => {
        expect(await balanceOf(client)).toBeLessThan(140);
        return client.request('renewDomain', { domain: failed, years: 10 });
      },
    },
    {
      what: '404 before 402',
      status: 404,
      code: 'domain_not_found',
      send: () => poor.client.request('renewDomain', { domain: live }),
    },
  ];
  return steps;
}

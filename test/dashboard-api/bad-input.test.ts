import { type DashboardEndpoint, dashboardEndpoints } from '@hostmaster/contract/dashboard';
import { expectErrorBody, expectRefusal } from '@hostmaster/test-rig/api-client';
import { describeEdge } from '@hostmaster/test-rig/service';
import { expect, it } from 'vitest';
import { type Member, member } from './people.ts';

const all = Object.entries<DashboardEndpoint>(dashboardEndpoints);
const json = { 'content-type': 'application/json' };

/** Values that no field expects, in every shape JSON has. */
const unexpectedValues: readonly unknown[] = [
  null,
  true,
  -1,
  1e308,
  '',
  ' ',
  '\u0000',
  'a\u0000b',
  '\ud800',
  '😀'.repeat(400),
  'x'.repeat(5_000),
  "'; drop table users; --",
  '../../etc/passwd',
  [],
  [null],
  [[]],
  {},
  { toString: 'x', constructor: null },
];

/** Signing out in the middle would leave the others untried. */
const leaving = new Set(['signOut', 'revokeOtherSessions', 'sendVerification']);

function fieldsOf(schema: unknown): string[] {
  return Object.keys((schema as { properties?: object }).properties ?? {});
}

describeEdge('bad input', (service) => {
  /** Signed in once: the wrong tokens of the first test use up the attempts of the address. */
  let person: Promise<Member> | null = null;
  const signedInMember = () => {
    person ??= member(service);
    return person;
  };

  it('no body causes an internal error', async () => {
    const { page, inside } = await signedInMember();
    for (const [name, endpoint] of all) {
      if (endpoint.body === undefined) continue;
      const path = pathOf(endpoint, inside.workspaceId);
      const fields = fieldsOf(endpoint.body);
      for (const value of unexpectedValues) {
        const body = Object.fromEntries(fields.map((field) => [field, value]));
        const answer = await page.send(endpoint.method, path, { json: body });
        expect(answer.status, `${name} ${JSON.stringify(value)?.slice(0, 40)}`).toBeLessThan(500);
        if (answer.status !== 200) expectErrorBody(answer);
      }
    }
  });

  it('no query or path causes an internal error', async () => {
    const { page, inside } = await signedInMember();
    for (const [name, endpoint] of all) {
      if (leaving.has(name)) continue;
      for (const value of [
        '',
        ' ',
        '%00',
        '%',
        'x'.repeat(2_000),
        '%F0%9F%98%80',
        "'",
        '..%2F..',
      ]) {
        const path = endpoint.path
          .replace('{workspaceId}', inside.workspaceId)
          .replaceAll(/\{\w+\}/g, value);
        const query = fieldsOf(endpoint.query ?? {}).map((field) => `${field}=${value}`);
        const target = query.length === 0 ? path : `${path}?${query.join('&')}`;
        const answer = await page.send(endpoint.method, encodeSpaces(target));
        expect(answer.status, `${name} ${value.slice(0, 20)}`).toBeLessThan(500);
      }
    }
  });

  it('400, 415: what is no JSON object is refused as by the API', async () => {
    const { page, inside } = await signedInMember();
    const path = `/dashboard/api/workspaces/${inside.workspaceId}/api-keys`;
    for (const raw of ['{', '[]', '"x"', 'null', '{"__proto__":{}}']) {
      const answer = await page.send('POST', path, { raw, headers: json });
      expect(answer.status, raw).toBe(400);
      expectErrorBody(answer);
    }
    const other = await page.send('POST', path, {
      raw: 'name=x',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    });
    expectRefusal(other, { status: 415, code: 'unsupported_media_type' });
    const large = await page.send('POST', path, { json: { name: 'x'.repeat(70_000) } });
    expectRefusal(large, { status: 413, code: 'body_too_large' });
    expect((await page.call('listApiKeys', inside)).keys).toHaveLength(1);
  });

  it('unknown fields are refused', async () => {
    const { page } = await signedInMember();
    const fields = { name: 'New', credits: 1_000, id: 'ws_1' };
    const answer = await page.request('createWorkspace', fields);
    expectRefusal(answer, { status: 400, code: 'invalid_request', fields: ['credits', 'id'] });
  });
});

function pathOf({ path }: DashboardEndpoint, workspaceId: string): string {
  return path.replace('{workspaceId}', workspaceId).replaceAll(/\{\w+\}/g, 'some.com');
}

function encodeSpaces(path: string): string {
  return path.replaceAll(' ', '%20').replaceAll("'", '%27');
}

import { endpoints } from '@hostmaster/contract';
import { type DashboardEndpoint, dashboardEndpoints } from '@hostmaster/contract/dashboard';
import { workspacePrefix } from '@hostmaster/contract/paths';
import { expectRefusal } from '@hostmaster/test-rig/api-client';
import { contact, describeService } from '@hostmaster/test-rig/service';
import { describe, expect, it } from 'vitest';
import { browser, member } from './people.ts';

const ofWorkspaces: readonly (readonly [method: string, path: string])[] = [
  ...Object.values<DashboardEndpoint>(dashboardEndpoints)
    .filter(({ access }) => access === 'workspace')
    .map(({ method, path }) => [method, path] as const),
  ...Object.values(endpoints).map(
    ({ method, path }) => [method, `${workspacePrefix}${path}`] as const,
  ),
];
const ofAccounts = Object.values<DashboardEndpoint>(dashboardEndpoints)
  .filter(({ access }) => access === 'account')
  .map(({ method, path }) => [method, path] as const);

function fill(path: string, workspaceId: string): string {
  return path
    .replace('{workspaceId}', workspaceId)
    .replace('{domain}', 'name.com')
    .replaceAll(/\{\w+\}/g, 'some_id');
}

describeService('access', (service) => {
  it('401: without a session nothing of an account or workspace answers', async () => {
    const page = browser(service);
    await page.open();
    const { workspace } = await member(service);
    for (const [method, path] of [...ofAccounts, ...ofWorkspaces]) {
      const answer = await page.send(method, fill(path, workspace.id));
      expectRefusal(answer, { status: 401, code: 'signed_out' });
    }
  });

  it('401: an API key is no session, and a session is no API key', async () => {
    const { workspace, page, inside } = await member(service);
    const byKey = await workspace.client.send(
      'GET',
      fill(`${workspacePrefix}/overview`, workspace.id),
    );
    expectRefusal(byKey, { status: 401, code: 'signed_out' });
    expectRefusal(await page.send('GET', '/v1/account'), { status: 401, code: 'unauthorized' });
    expect((await page.api('getAccount', inside)).account.id).toBe(workspace.id);
  });

  it('404: another user’s workspace answers like a missing one, byte for byte', async () => {
    const { page } = await member(service);
    const other = await member(service);
    for (const [method, path] of ofWorkspaces) {
      const hidden = await page.send(method, fill(path, other.workspace.id));
      const missing = await page.send(method, fill(path, 'ws_missing'));
      expectRefusal(hidden, { status: 404, code: 'workspace_not_found' });
      expect(hidden.text, `${method} ${path}`).toBe(missing.text);
      const { 'x-request-id': _, date: __, ...headers } = hidden.headers;
      expect(missing.headers).toMatchObject(headers);
    }
  });

  it('403: every change needs the page’s own origin and token, and changes nothing without', async () => {
    const { page, workspace } = await member(service);
    const changes = [...ofAccounts, ...ofWorkspaces].filter(([method]) => method !== 'GET');
    expect(changes.length).toBeGreaterThan(20);
    for (const [method, path] of changes) {
      for (const options of [
        { without: ['origin'] },
        { headers: { origin: 'https://evil.example' } },
        { without: ['x-csrf-token'] },
        { headers: { 'x-csrf-token': 'A'.repeat(43) } },
      ] as const) {
        const answer = await page.send(method, fill(path, workspace.id), options);
        expectRefusal(answer, { status: 403, code: 'csrf_refused' });
      }
    }
  });

  it('404, 405: other paths and methods, in JSON', async () => {
    const { page, workspace } = await member(service);
    for (const path of ['/dashboard/api', '/dashboard/api/', '/dashboard/api/nothing']) {
      expectRefusal(await page.send('GET', path), { status: 404, code: 'route_not_found' });
    }
    const wrong = await page.send('PUT', fill(`${workspacePrefix}/api-keys`, workspace.id));
    expectRefusal(wrong, { status: 405, code: 'method_not_allowed' });
    expect(wrong.headers.allow).toBe('GET, HEAD, POST');
  });

  it('400: a NUL in a path', async () => {
    const { page } = await member(service);
    const answer = await page.send('GET', '/dashboard/api/workspaces/ws%00/overview');
    expectRefusal(answer, { status: 400, code: 'malformed_body' });
  });

  describe('the API under a session', () => {
    it('does what the API does, in the name of the person', async () => {
      const { page, inside, person } = await member(service);
      const domain = service.freshName();
      const registered = await page.api('registerDomain', { ...inside, domain, contact });
      expect(registered.domain).toMatchObject({ name: domain, status: 'active' });
      const { record } = await page.api('createRecord', {
        ...inside,
        domain,
        type: 'A',
        name: 'www',
        value: '192.0.2.1',
      });
      await page.api('updateRecord', { ...inside, domain, recordId: record.id, ttl: 60 });
      await page.api('deleteRecord', { ...inside, domain, recordId: record.id });
      const { entries } = await page.call('listActivity', { ...inside, domain });
      const own = entries.filter(({ actor }) => actor.kind === 'user');
      expect(own.map(({ action, actor, text }) => [action, actor.id, actor.label, text])).toEqual([
        ['record.delete', person.id, person.name, `deleted www A 192.0.2.1 from ${domain}`],
        [
          'record.update',
          person.id,
          person.name,
          `changed the TTL of www A 192.0.2.1 from 3600 to 60 seconds in ${domain}`,
        ],
        ['record.create', person.id, person.name, `added www A 192.0.2.1 to ${domain}`],
        ['domain.register', person.id, person.name, `registered ${domain} for 1 year (12 credits)`],
      ]);
    });

    it('refuses what the API refuses, with the same body', async () => {
      const { page, inside, workspace } = await member(service);
      for (const [name, input] of [
        ['getDomain', { domain: 'missing.com' }],
        ['createRecord', { domain: 'missing.com', type: 'A', value: 'x' }],
        ['registerDomain', { domain: 'x.test', contact }],
        ['renewDomain', { domain: 'missing.com', years: 11 }],
        ['checkDomains', {}],
      ] as const) {
        const bySession = await page.requestApi(name, { ...inside, ...input });
        const byKey = await workspace.client.request(name, input);
        expect([bySession.status, bySession.text]).toEqual([byKey.status, byKey.text]);
        expect(bySession.status).toBeGreaterThanOrEqual(400);
      }
    });

    it('never registers twice with one Idempotency-Key', async () => {
      const { page, inside, workspace } = await member(service, { credits: '100' });
      const domain = service.freshName();
      const headers = { 'idempotency-key': 'a double click' };
      const ask = () =>
        page.requestApi('registerDomain', { ...inside, domain, contact }, { headers });
      const [one, two] = await Promise.all([ask(), ask()]);
      expect([one.status, two.status]).toEqual([200, 200]);
      expect(two.text).toBe(one.text);
      expect((await workspace.client.call('getAccount', {})).credits.balance).toBe(88);
    });
  });
});

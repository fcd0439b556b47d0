/** Holes 7 and 9, and what else a request can do to the HTTP edge. */
import { expectRefusal } from '@hostmaster/test-rig/api-client';
import { describeEdge } from '@hostmaster/test-rig/service';
import { expect, it } from 'vitest';
import { member } from '../dashboard-api/people.ts';

describeEdge('requests', (service) => {
  it('hole 7: a query never stands in for a body', async () => {
    const { page, inside } = await member(service);
    const keys = `/dashboard/api/workspaces/${inside.workspaceId}/api-keys`;
    const root = await page.send('POST', `${keys}?scope=root`, { json: { name: 'Key' } });
    expectRefusal(root, { status: 400, code: 'invalid_request', fields: ['scope'] });
    const control = encodeURIComponent('a\r\nb\u001b[2J');
    const contacts = `/dashboard/api/workspaces/${inside.workspaceId}/contacts`;
    for (const path of [keys, contacts, `/dashboard/api/workspaces/${inside.workspaceId}`]) {
      const method = path.endsWith(inside.workspaceId) ? 'PATCH' : 'POST';
      const answer = await page.send(method, `${path}?name=${control}&label=${control}`, {
        json: {},
      });
      expect(answer.status, path).toBe(400);
    }
    const { keys: stored } = await page.call('listApiKeys', inside);
    expect(stored.map(({ name }) => name)).not.toContain('Key');
  });

  it('hole 7: unknown query keys are refused by name', async () => {
    const { page, inside } = await member(service);
    const path = `/dashboard/api/workspaces/${inside.workspaceId}/activity?limits=1`;
    const answer = await page.send('GET', path);
    expectRefusal(answer, { status: 400, code: 'invalid_request', fields: ['limits'] });
    const session = await page.send('GET', '/dashboard/api/session?x=1');
    expectRefusal(session, { status: 400, code: 'invalid_request', fields: ['x'] });
  });

  it('hole 9: a refusal names at most twenty problems', async () => {
    const { client } = await service.workspace();
    for (const length of [25, 1_000, 32_000]) {
      const raw = `{"domains":[${Array(length).fill(1).join(',')}]}`;
      const answer = await client.send('POST', '/v1/domains/check', {
        raw,
        headers: { 'content-type': 'application/json' },
      });
      expect(answer.status, `${length} domains`).toBe(400);
      expect(answer.text.length, `${length} domains`).toBeLessThan(2_000);
      const { fields } = answer.body as { fields: { path: string }[] };
      expect(fields.length).toBeLessThanOrEqual(20);
      expect(fields[0]?.path).toBe('domains');
    }
  });

  it('hole 15: no Host header is a fault of ours', async () => {
    for (const host of ['[', ']', '[::1', '%', '\\', 'a b', '..', '@', '[]:0', '\u00e4']) {
      for (const path of [
        '/',
        '/v1/account',
        '/reference',
        '/dashboard',
        '/dashboard/api/session',
      ]) {
        const bytes = Buffer.from(
          `GET ${path} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`,
        );
        const { status } = await service.client.sendBytes(bytes);
        expect(status, `${path} with Host: ${host}`).toBeLessThan(500);
      }
    }
  });

  it('hole 15: answers of the API are not stored by caches', async () => {
    const { client } = await service.workspace();
    const answers = [
      await client.send('GET', '/v1/account'),
      await client.send('GET', '/v1/domains/not-there.com'),
      await service.client.send('GET', '/v1/account'),
    ];
    expect(answers.map(({ status }) => status)).toEqual([200, 404, 401]);
    for (const { headers } of answers) expect(headers['cache-control']).toBe('no-store');
  });

  it('hole 15: the reference runs its own scripts only', async () => {
    const { headers, text } = await service.client.send('GET', '/reference/');
    const policy = String(headers['content-security-policy']);
    expect(policy).toContain("default-src 'none'; script-src 'self'; style-src 'self'; ");
    expect(policy).not.toContain('unsafe');
    expect(text).not.toMatch(/<script(?![^>]* src=)|<style| style=| on\w+=/);
  });

  it('the public port serves no metrics, and health tells its state only', async () => {
    expect((await service.client.send('GET', '/metrics')).status).toBe(404);
    expect((await service.client.send('GET', '/readyz')).text).toBe('{"status":"ready"}');
    const broken = service.queries.fail(() => new Error('away'));
    const answer = await service.client.send('GET', '/readyz');
    broken.restore();
    expect(answer).toMatchObject({ status: 503, text: '{"status":"not ready"}' });
  });
});

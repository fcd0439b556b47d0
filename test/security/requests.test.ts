/** Holes 7 and 9, and what else a request can do to the HTTP edge. */
import { expectRefusal } from '@hostmaster/test-rig/api-client';
import { describeService } from '@hostmaster/test-rig/service';
import { expect, it } from 'vitest';
import { member } from '../dashboard-api/people.ts';

describeService('requests', (service) => {
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
});

/** PUT and DELETE /v1/templates/{templateId}: templates of a workspace, applied like the others. */
import type { Input } from '@hostmaster/contract';
import { type ApiClient, expectRefusal } from '@hostmaster/test-rig/api-client';
import { describeService } from '@hostmaster/test-rig/service';
import { expect, it } from 'vitest';

const hosting = {
  templateId: 'our-hosting',
  title: 'Our hosting',
  summary: 'A website on our servers.',
  fields: [{ name: 'server', label: 'Server', kind: 'hostname' }],
  records: [
    { type: 'A', value: '192.0.2.1' },
    { type: 'CNAME', name: 'www', value: '{server}' },
  ],
} satisfies Input<'saveTemplate'>;

async function idsOf(client: ApiClient, source: string): Promise<readonly string[]> {
  const { templates } = await client.call('listTemplates', {});
  return templates.filter((each) => each.source === source).map(({ id }) => id);
}

describeService('templates of a workspace', (service) => {
  it('200: are added, planned, applied in one revision, undone as one, replaced and deleted', async () => {
    const { client } = await service.workspace();
    const domain = await service.liveDomain(client);
    const { template } = await client.call('saveTemplate', hosting);
    const { templateId, ...form } = hosting;
    const usual = { name: '@', ttl: 3_600 };
    expect(template).toEqual({
      ...{ id: templateId, ...form, source: 'workspace' },
      records: form.records.map((record) => ({ ...usual, ...record })),
    });
    expect(await idsOf(client, 'workspace')).toEqual([templateId]);
    expect(await idsOf(client, 'built_in')).toHaveLength(12);

    const apply = { domain, templateId, fields: { server: 'web.example.net' } };
    const { revision: before, plan } = await client.call('applyTemplate', {
      ...apply,
      dryRun: true,
    });
    expect(plan.added.map(({ name, type, value }) => `${name} ${type} ${value}`)).toEqual([
      '@ A 192.0.2.1',
      'www CNAME web.example.net',
    ]);
    const { applied, revision } = await client.call('applyTemplate', apply);
    expect({ applied, revision }).toEqual({ applied: true, revision: before + 1 });
    await client.call('restoreRevision', { domain, revision: before });
    expect((await client.call('listRecords', { domain })).records).toEqual([]);

    const records = [{ type: 'A' as const, value: '192.0.2.2' }];
    await client.call('saveTemplate', { ...hosting, fields: [], records });
    const again = await client.call('applyTemplate', { domain, templateId });
    expect(again.plan.added.map(({ value }) => value)).toEqual(['192.0.2.2']);

    await client.call('deleteTemplate', { templateId });
    expect(await idsOf(client, 'workspace')).toEqual([]);
    const gone = { status: 404, code: 'template_not_found' } as const;
    expectRefusal(await client.request('deleteTemplate', { templateId }), gone);
    expectRefusal(await client.request('applyTemplate', { domain, templateId }), gone);
  });

  it('200: one with the id of ours takes its place, in this workspace only', async () => {
    const { client } = await service.workspace();
    const other = await service.workspace();
    await client.call('saveTemplate', { ...hosting, templateId: 'parked' });
    expect(await idsOf(client, 'workspace')).toEqual(['parked']);
    expect(await idsOf(client, 'built_in')).toHaveLength(11);
    expect(await idsOf(other.client, 'workspace')).toEqual([]);
    const missing = await other.client.request('deleteTemplate', { templateId: 'parked' });
    expectRefusal(missing, { status: 404, code: 'template_not_found' });
    await client.call('deleteTemplate', { templateId: 'parked' });
    expect(await idsOf(client, 'built_in')).toHaveLength(12);
  });

  it('400: for what could never be applied, or is too long', async () => {
    const { client } = await service.workspace();
    const field = hosting.fields[0];
    for (const [change, path] of [
      [{ templateId: 'Our' }, 'templateId'],
      [{ title: '' }, 'title'],
      [{ records: [] }, 'records'],
      [{ fields: [field, field] }, 'fields'],
      [{ fields: [{ ...field, name: 'domain' }] }, 'fields'],
      [{ fields: [] }, 'records'],
      [{ records: [{ type: 'A', value: 'nowhere' }] }, 'records'],
      [{ records: Array(9).fill({ type: 'TXT', value: 'x'.repeat(2_000) }) }, 'records'],
      [{ records: Array(51).fill({ type: 'A', value: '192.0.2.1' }) }, 'records'],
    ] as const) {
      const answer = await client.request('saveTemplate', { ...hosting, ...change });
      expectRefusal(answer, { status: 400, code: 'invalid_request', fields: [path] });
    }
    expect(await idsOf(client, 'workspace')).toEqual([]);
  });

  it('403: for a key limited to a domain', async () => {
    const workspace = await service.workspace();
    const domain = await service.liveDomain(workspace.client);
    const { client } = await service.key(workspace, { domains: [domain] });
    const forbidden = { status: 403, code: 'forbidden' } as const;
    expectRefusal(await client.request('saveTemplate', hosting), forbidden);
    const { templateId } = hosting;
    expectRefusal(await client.request('deleteTemplate', { templateId }), forbidden);
  });

  it('409: beyond fifty; those that are there can be replaced', async () => {
    const { client } = await service.workspace();
    for (let index = 0; index < 50; index += 1) {
      await client.call('saveTemplate', { ...hosting, templateId: `hosting-${index}` });
    }
    const full = { status: 409, code: 'quota_exceeded' } as const;
    expectRefusal(await client.request('saveTemplate', hosting), full);
    await client.call('saveTemplate', { ...hosting, templateId: 'hosting-7', title: 'Changed' });
  });
});

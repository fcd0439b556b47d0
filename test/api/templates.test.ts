/** GET /v1/templates and POST /v1/domains/{domain}/dns/templates/{templateId}; the bulk operation. */
import type { Input } from '@hostmaster/contract';
import { type ApiClient, expectRefusal } from '@hostmaster/test-rig/api-client';
import { describeService, until } from '@hostmaster/test-rig/service';
import { expect, it } from 'vitest';
import { createRecord as create } from './create-record.ts';

const google = { templateId: 'google-workspace' } as const;

async function linesOf(client: ApiClient, domain: string): Promise<readonly string[]> {
  const { records } = await client.call('listRecords', { domain });
  return records.map(({ name, type, value }) => `${name} ${type} ${value}`);
}

async function planned(client: ApiClient, input: Input<'createBulk'>) {
  const { bulk } = await client.call('createBulk', input);
  await until('the bulk operation is planned', async () => {
    return (await client.call('getBulk', { bulkId: bulk.id })).bulk.state === 'planned';
  });
  return client.call('getBulk', { bulkId: bulk.id });
}

describeService('templates', (service) => {
  async function zone() {
    const { client } = await service.workspace();
    return { client, domain: await service.liveDomain(client) };
  }

  it('lists them with their fields', async () => {
    const { client } = await service.workspace();
    const { templates } = await client.call('listTemplates', {});
    expect(templates).toHaveLength(12);
    const first = await client.call('listTemplates', { limit: 10 });
    const next = { limit: 10, cursor: first.cursor ?? '' };
    const second = await client.call('listTemplates', next);
    expect([...first.templates, ...second.templates]).toEqual(templates);
    expect(second.cursor).toBeNull();
    expect(templates).toContainEqual(
      expect.objectContaining({
        id: 'github-pages',
        title: 'GitHub Pages',
        fields: expect.arrayContaining([expect.objectContaining({ name: 'user', kind: 'label' })]),
      }),
    );
  });

  it('plans without a change, applies in one revision, and changes nothing the second time', async () => {
    const { client, domain } = await zone();
    await create(client, domain, { type: 'TXT', value: 'v=spf1 ip4:192.0.2.1 -all', ttl: 600 });
    const plan = await client.call('applyTemplate', { domain, ...google, dryRun: true });
    expect(plan).toMatchObject({
      plan: {
        added: [
          { type: 'MX', name: '@', ttl: 3_600, value: '1 smtp.google.com' },
          { type: 'TXT', name: '_dmarc', ttl: 3_600, value: 'v=DMARC1; p=none' },
        ],
        changed: [
          {
            before: { value: 'v=spf1 ip4:192.0.2.1 -all', ttl: 600 },
            after: { value: 'v=spf1 ip4:192.0.2.1 include:_spf.google.com -all', ttl: 600 },
          },
        ],
        conflicts: [],
        unchanged: 0,
      },
      applied: false,
      revision: 1,
      pendingFulfillment: false,
    });
    expect(await linesOf(client, domain)).toEqual(['@ TXT v=spf1 ip4:192.0.2.1 -all']);
    const applied = await client.call('applyTemplate', { domain, ...google });
    expect(applied).toEqual({ ...plan, applied: true, revision: 2 });
    const lines = [
      '@ TXT v=spf1 ip4:192.0.2.1 include:_spf.google.com -all',
      '@ MX 1 smtp.google.com',
      '_dmarc TXT v=DMARC1; p=none',
    ];
    expect((await linesOf(client, domain)).toSorted()).toEqual(lines.toSorted());
    expect(await client.call('applyTemplate', { domain, ...google })).toEqual({
      plan: { added: [], changed: [], conflicts: [], unchanged: 3 },
      applied: false,
      revision: 2,
      pendingFulfillment: false,
    });
  });

  it('is undone as one by a restore', async () => {
    const { client, domain } = await zone();
    await create(client, domain, { type: 'MX', value: '10 mx.example.net' });
    await create(client, domain, { type: 'TXT', value: 'v=spf1 mx -all' });
    const before = await client.call('listRecords', { domain });
    await client.call('applyTemplate', { domain, templateId: 'parked', replace: true });
    expect(await linesOf(client, domain)).not.toContain('@ MX 10 mx.example.net');
    await client.call('restoreRevision', { domain, revision: 2 });
    expect(await client.call('listRecords', { domain })).toEqual(before);
  });

  it('fills in the fields', async () => {
    const { client, domain } = await zone();
    await client.call('applyTemplate', {
      domain,
      templateId: 'proton-mail',
      fields: { verification: 'abc', dkimToken: 'd7x' },
    });
    const lines = await linesOf(client, domain);
    expect(lines).toContain('@ TXT protonmail-verification=abc');
    expect(lines).toContain(
      'protonmail2._domainkey CNAME protonmail2.domainkey.d7x.domains.proton.ch',
    );
  });

  it('400: fields that are missing, unknown or no such value', async () => {
    const { client, domain } = await zone();
    const fields = { user: 'no label', other: 'x' };
    const body = { domain, templateId: 'github-pages' };
    expectRefusal(await client.request('applyTemplate', { ...body, fields }), {
      status: 400,
      code: 'invalid_request',
      fields: ['fields.other', 'fields.user'],
    });
    expectRefusal(await client.request('applyTemplate', body), {
      status: 400,
      code: 'invalid_request',
      fields: ['fields.user'],
    });
    const odd = { constructor: 'x', user: 'octocat' };
    expectRefusal(await client.request('applyTemplate', { ...body, fields: odd }), {
      status: 400,
      code: 'invalid_request',
      fields: ['fields.constructor'],
    });
    expect(await linesOf(client, domain)).toEqual([]);
  });

  it('404: no such domain or template, nor the domain of another workspace', async () => {
    const { client, domain } = await zone();
    const stranger = await service.workspace();
    const missing = await stranger.client.request('applyTemplate', {
      domain: 'missing.com',
      ...google,
    });
    const foreign = await stranger.client.request('applyTemplate', { domain, ...google });
    expect(foreign.body).toEqual(missing.body);
    expectRefusal(foreign, { status: 404, code: 'domain_not_found' });
    expectRefusal(await client.request('applyTemplate', { domain, templateId: 'none' }), {
      status: 404,
      code: 'template_not_found',
    });
  });

  it('409: records in conflict are replaced only on request', async () => {
    const { client, domain } = await zone();
    const mx = await create(client, domain, { type: 'MX', value: '10 mx.example.net' });
    const refused = await client.request('applyTemplate', { domain, ...google });
    expectRefusal(refused, { status: 409, code: 'template_conflict' });
    expect(await linesOf(client, domain)).toEqual(['@ MX 10 mx.example.net']);
    const { plan } = await client.call('applyTemplate', { domain, ...google, dryRun: true });
    expect(plan.conflicts).toEqual([
      { message: `Mail for ${domain} is delivered to other servers.`, records: [mx] },
    ]);
    await client.call('applyTemplate', { domain, ...google, replace: true });
    expect(await linesOf(client, domain)).not.toContain('@ MX 10 mx.example.net');
    expect(await client.call('applyTemplate', { domain, ...google })).toMatchObject({
      applied: false,
    });
  });

  it('applies one template to many domains as a bulk operation', async () => {
    const workspace = await service.workspace();
    const { client } = await service.key(workspace, { scope: 'dns' });
    const domains = [
      await service.liveDomain(workspace.client),
      await service.liveDomain(workspace.client),
    ];
    const [free = '', taken = ''] = domains;
    await create(client, taken, { type: 'MX', value: '10 mx.example.net' });
    const work = { kind: 'template', template: 'fastmail', domains } as const;
    const plan = await planned(client, work);
    expect(plan.items).toMatchObject([
      { domain: free, state: 'ready', credits: 0 },
      { domain: taken, state: 'failed', error: { code: 'template_conflict' } },
    ]);
    expect(await linesOf(client, free)).toEqual([]);
    const again = await planned(client, { ...work, replace: true });
    expect(again.bulk).toMatchObject({
      parameters: { template: 'fastmail', replace: true },
      counts: { ready: 2, failed: 0 },
    });
    await client.call('startBulk', { bulkId: again.bulk.id });
    await until('the templates are applied', async () => {
      const { bulk } = await client.call('getBulk', { bulkId: again.bulk.id });
      return bulk.state === 'finished';
    });
    for (const domain of domains) {
      const lines = await linesOf(client, domain);
      expect(lines).toHaveLength(12);
      expect(lines).toContain(`fm1._domainkey CNAME fm1.${domain}.dkim.fmhosted.com`);
    }
    const read = await service.key(workspace, { scope: 'read' });
    expectRefusal(await read.client.request('createBulk', work), {
      status: 403,
      code: 'forbidden',
    });
  });

  it('412: the zone has changed since the plan was read', async () => {
    const { client, domain } = await zone();
    const list = await client.request('listRecords', { domain });
    await create(client, domain, { type: 'A', value: '192.0.2.1' });
    const headers = { 'if-match': String(list.headers.etag) };
    const answer = await client.request('applyTemplate', { domain, ...google }, { headers });
    expectRefusal(answer, { status: 412, code: 'precondition_failed' });
  });
});

import { dashboardLimits } from '@hostmaster/contract/dashboard';
import { expectRefusal } from '@hostmaster/test-rig/api-client';
import { contact, describeService, until } from '@hostmaster/test-rig/service';
import { expect, it } from 'vitest';
import { member } from './people.ts';

describeService('zones in the dashboard', (service) => {
  it('a plan is shown first, and exactly that plan is carried out', async () => {
    const { page, inside, workspace, person } = await member(service);
    const domain = await service.liveDomain(workspace.client);
    await page.api('createRecord', {
      ...inside,
      domain,
      type: 'A',
      name: 'www',
      value: '192.0.2.1',
    });
    const text =
      'www 300 IN A 192.0.2.1\nmail 3600 IN A 192.0.2.2\nother.example. IN A 192.0.2.3\n';
    const { plan, planHash } = await page.call('planZoneImport', { ...inside, domain, text });
    expect(plan).toMatchObject({
      added: [{ name: 'mail', type: 'A', ttl: 3600, value: '192.0.2.2', line: 2 }],
      changed: [{ line: 1, before: { ttl: 3600 }, after: { ttl: 300 } }],
      removed: [],
      counts: { unchanged: 0, refused: 1 },
      refused: [{ line: 3 }],
    });
    const list = async () => (await page.api('listRecords', { ...inside, domain })).records;
    expect(await list()).toHaveLength(1);
    const done = await page.call('applyZoneImport', { ...inside, domain, text, planHash });
    expect(done).toEqual({ added: 1, changed: 1, removed: 0 });
    expect((await list()).map(({ name, ttl }) => [name, ttl])).toEqual([
      ['www', 300],
      ['mail', 3600],
    ]);
    const { entries } = await page.call('listActivity', { ...inside, domain });
    expect(entries[0]).toMatchObject({ actor: { kind: 'user', id: person.id } });
  });

  it('mirroring also removes', async () => {
    const { page, inside, workspace } = await member(service);
    const domain = await service.liveDomain(workspace.client);
    await page.api('createRecord', {
      ...inside,
      domain,
      type: 'A',
      name: 'old',
      value: '192.0.2.1',
    });
    const file = { ...inside, domain, text: 'new IN A 192.0.2.9\n', mode: 'mirror' } as const;
    const { plan, planHash } = await page.call('planZoneImport', file);
    expect(plan.removed).toEqual([expect.objectContaining({ name: 'old' })]);
    await page.call('applyZoneImport', { ...file, planHash });
    const { records } = await page.api('listRecords', { ...inside, domain });
    expect(records.map(({ name }) => name)).toEqual(['new']);
  });

  it('409: an outdated plan', async () => {
    const { page, inside, workspace } = await member(service);
    const domain = await service.liveDomain(workspace.client);
    const file = { ...inside, domain, text: 'www IN A 192.0.2.9\n' };
    const { planHash } = await page.call('planZoneImport', file);
    await page.api('createRecord', {
      ...inside,
      domain,
      type: 'A',
      name: 'www',
      value: '192.0.2.9',
    });
    const answer = await page.request('applyZoneImport', { ...file, planHash });
    expectRefusal(answer, { status: 409, code: 'plan_outdated' });
  });

  it('400: what is no zone file, with line and column', async () => {
    const { page, inside, workspace } = await member(service);
    const domain = await service.liveDomain(workspace.client);
    const long = `;${'x'.repeat(dashboardLimits.zoneFileBytesMax)}`;
    for (const text of ['www IN A 192.0.2.1 (\n', 'a\u0000b', '', long]) {
      const answer = await page.request('planZoneImport', { ...inside, domain, text });
      expectRefusal(answer, { status: 400, code: 'invalid_request', fields: ['text'] });
    }
  });

  it('400: every line that cannot be read, the first 200 of them listed', async () => {
    const { page, inside, workspace } = await member(service);
    const domain = await service.liveDomain(workspace.client);
    const bad = (count: number) => 'a A x\nb A 192.0.2.1\n'.repeat(count);
    const plan = (text: string) => page.request('planZoneImport', { ...inside, domain, text });
    const few = await plan(bad(3));
    expect(few.status).toBe(400);
    expect(JSON.parse(few.text)).toMatchObject({
      error: 'text: the zone file has 3 errors',
      fields: [1, 3, 5].map((line) => ({
        path: 'text',
        message: expect.stringContaining(`line ${line}, column 5: `),
      })),
    });
    const many = await plan(bad(5_000));
    expect(many.status).toBe(400);
    expect(JSON.parse(many.text)).toMatchObject({
      error: 'text: the zone file has 5000 errors; the first 200 are listed',
      fields: { length: 200 },
    });
  });

  it('413: more than two megabytes; far more than 64 KiB is taken', async () => {
    const { page, inside, workspace } = await member(service);
    const domain = await service.liveDomain(workspace.client);
    const comment = `; ${'x'.repeat(200)}\n`;
    const large = comment.repeat(5_000);
    const { plan } = await page.call('planZoneImport', { ...inside, domain, text: large });
    expect(plan.added).toEqual([]);
    const text = comment.repeat(11_000);
    const answer = await page.request('planZoneImport', { ...inside, domain, text });
    expectRefusal(answer, { status: 413, code: 'body_too_large' });
  });

  it('404, 409: no plan for what is missing or failed', async () => {
    const { page, inside } = await member(service);
    const plan = (domain: string) =>
      page.request('planZoneImport', { ...inside, domain, text: 'a IN A 192.0.2.1' });
    expectRefusal(await plan('missing.com'), { status: 404, code: 'domain_not_found' });
    const failed = service.freshName('sandbox-reject');
    await page.api('registerDomain', { ...inside, domain: failed, contact });
    await until('it failed', async () => (await plan(failed)).status === 409);
    expectRefusal(await plan(failed), { status: 409, code: 'domain_failed' });
  });

  it('exports a file whose import changes nothing', async () => {
    const { page, inside, workspace } = await member(service);
    const domain = await service.liveDomain(workspace.client);
    await page.api('createRecord', { ...inside, domain, type: 'MX', value: '5 mail.example.net' });
    const answer = await page.request('exportZone', { ...inside, domain });
    expect(answer.status).toBe(200);
    expect(answer.headers['content-type']).toBe('text/dns; charset=utf-8');
    expect(answer.headers['content-disposition']).toBe(`attachment; filename="${domain}.zone"`);
    const { plan } = await page.call('planZoneImport', { ...inside, domain, text: answer.text });
    expect(plan).toMatchObject({
      added: [],
      changed: [],
      counts: { unchanged: 1 },
      refused: [],
    });
  });

  it('shows the serial, what each secondary has of it, and warnings', async () => {
    const { page, inside, workspace } = await member(service);
    const domain = service.freshName();
    const held = service.registry.hold('create', domain);
    await page.api('registerDomain', { ...inside, domain, contact });
    const { record } = await page.api('createRecord', {
      ...inside,
      domain,
      type: 'TLS',
      value: 'not a TLSA record',
    });
    const read = () => page.call('getPublication', { ...inside, domain });
    expect(await read()).toMatchObject({ serial: null, changedAt: null, secondaries: [] });
    held.release();
    await service.untilLive(workspace.client, domain);
    expect(await read()).toMatchObject({
      serial: expect.any(Number),
      changedAt: expect.any(String),
      warnings: [{ recordId: record.id, message: expect.any(String) }],
      // The name is `@`.
      recordBytes: 1 + 'not a TLSA record'.length,
      recordBytesMax: 16_777_216,
    });
    const { revisions, bytes, bytesMax } = await page.call('listHistory', { ...inside, domain });
    expect(revisions).toHaveLength(1);
    expect(bytes).toBeGreaterThan('not a TLSA record'.length);
    expect(bytesMax).toBe(67_108_864);
  });
});

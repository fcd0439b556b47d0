import type { Output } from '@hostmaster/contract';
import { contact, describeService, type TestWorkspace, until } from '@hostmaster/test-rig/service';
import { expect, it } from 'vitest';

type Found = Output<'searchWorkspace'>;

/** What was found, as `name value` of records and names of domains. */
function shown({ results }: Found): string[] {
  return results.map(({ domain, record }) =>
    record === undefined ? domain : `${record.name}.${domain} ${record.value}`,
  );
}

describeService('GET /v1/search', (service) => {
  async function withRecords(
    records: readonly { type: 'A' | 'TXT' | 'CNAME'; name?: string; value: string }[],
  ): Promise<TestWorkspace & { domain: string }> {
    const workspace = await service.workspace();
    const domain = service.freshName('find');
    await workspace.client.call('registerDomain', { domain, contact });
    for (const record of records) {
      await workspace.client.call('createRecord', { domain, ...record });
    }
    return { ...workspace, domain };
  }

  /** Asked again until the index has been written. */
  async function search({ client }: TestWorkspace, q: string): Promise<Found> {
    let found: Found | undefined;
    await until('the index is written', async () => {
      found = await client.call('searchWorkspace', { q });
      return found.complete;
    });
    return found as Found;
  }

  it('200: finds records by any part of their name and value, and domains by any part', async () => {
    const workspace = await withRecords([
      { type: 'A', name: 'www', value: '192.0.2.77' },
      { type: 'TXT', name: 'Note', value: 'v=spf1 Include:Mail.example -all' },
    ]);
    const { domain } = workspace;
    expect(shown(await search(workspace, '0.2.7'))).toEqual([`www.${domain} 192.0.2.77`]);
    expect(shown(await search(workspace, 'INCLUDE:mail'))).toEqual([
      `note.${domain} v=spf1 Include:Mail.example -all`,
    ]);
    expect(shown(await search(workspace, 'not'))).toEqual([
      `note.${domain} v=spf1 Include:Mail.example -all`,
    ]);
    expect(shown(await search(workspace, domain.slice(1, -2)))).toEqual([domain]);
    expect(shown(await search(workspace, `www.${domain}`))).toEqual([`www.${domain} 192.0.2.77`]);
    expect(shown(await search(workspace, '192.0.3'))).toEqual([]);
  });

  it('200: a change is found in the next request, and what it replaced is not', async () => {
    const workspace = await withRecords([{ type: 'TXT', value: 'first-value' }]);
    const { client, domain } = workspace;
    const [result] = (await search(workspace, 'first-v')).results;
    const recordId = result?.record?.id ?? '';
    await client.call('updateRecord', { domain, recordId, value: 'second-value' });
    expect(shown(await search(workspace, 'second-v'))).toHaveLength(1);
    expect(shown(await search(workspace, 'first-v'))).toEqual([]);
    await client.call('deleteRecord', { domain, recordId });
    expect(shown(await search(workspace, 'second-v'))).toEqual([]);
  });

  it('200: pages have every result once, also when the index is of several segments', async () => {
    const workspace = await withRecords([]);
    const { client, domain } = workspace;
    for (let batch = 0; batch < 12; batch += 1) {
      const creates = Array.from({ length: 90 }, (_, index) => ({
        type: 'TXT' as const,
        name: `host-${batch}`,
        value: `token ${batch} ${index} ${index % 9 === 0 ? 'ninth' : 'other'}`,
      }));
      await client.call('changeRecords', { domain, creates });
      for (let change = 0; change < 11; change += 1) {
        await client.call('updateDomain', { domain, autoRenew: change % 2 === 0 });
      }
    }
    await search(workspace, 'ninth');
    const values: string[] = [];
    let pages = 0;
    for (let cursor: string | null = ''; cursor !== null; pages += 1) {
      const page: Found = await client.call('searchWorkspace', {
        q: 'NINTH',
        limit: 13,
        ...(cursor === '' ? {} : { cursor }),
      });
      expect(page.results.length).toBeLessThanOrEqual(13);
      values.push(...page.results.map(({ record }) => record?.value ?? ''));
      cursor = page.cursor;
    }
    expect(new Set(values).size).toBe(120);
    expect(values).toHaveLength(120);
    expect(pages).toBeGreaterThanOrEqual(10);
    expect(shown(await search(workspace, 'token 7 81'))).toEqual([
      `host-7.${domain} token 7 81 ninth`,
    ]);
  });

  it('200: never shows anything of another workspace', async () => {
    const own = await withRecords([{ type: 'TXT', value: 'shared-secret own' }]);
    const other = await withRecords([{ type: 'TXT', value: 'shared-secret other' }]);
    expect(shown(await search(own, 'shared-secret'))).toEqual([
      `@.${own.domain} shared-secret own`,
    ]);
    expect(shown(await search(own, other.domain))).toEqual([]);
    expect(shown(await search(other, 'shared-secret'))).toHaveLength(1);
  });

  it('200: a key limited to some domains finds only those', async () => {
    const workspace = await withRecords([{ type: 'TXT', value: 'limited value' }]);
    const second = service.freshName('find');
    await workspace.client.call('registerDomain', { domain: second, contact });
    await workspace.client.call('createRecord', {
      domain: second,
      type: 'TXT',
      value: 'limited value',
    });
    expect(shown(await search(workspace, 'limited'))).toHaveLength(2);
    const { client } = await service.key(workspace, { scope: 'dns', domains: [second] });
    const limited = { ...workspace, client };
    expect(shown(await search(limited, 'limited'))).toEqual([`@.${second} limited value`]);
    expect(shown(await search(limited, workspace.domain))).toEqual([]);
    expect(shown(await search(limited, second.slice(0, 8)))).toEqual([second]);
  });

  it('400: fewer than three characters, too many, and an unknown cursor', async () => {
    const { client } = await service.workspace();
    for (const query of [
      '',
      '?q=ab',
      `?q=${'a'.repeat(101)}`,
      '?q=abc&cursor=%25',
      '?q=abc&limit=101',
    ]) {
      const answer = await client.send('GET', `/v1/search${query}`);
      expect(answer.status, query).toBe(400);
      expect(answer.body).toMatchObject({ code: 'invalid_request' });
    }
  });
});

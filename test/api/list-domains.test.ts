import { query } from '@hostmaster/test-rig/any-query';
import { contact, describeService, type TestService } from '@hostmaster/test-rig/service';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { newId } from '../../packages/server/src/base/ids.ts';
import { persistChange } from '../../packages/server/src/changes/persist.ts';
import { findLatestByName } from '../../packages/server/src/storage/queries/domains/domains.ts';
import { insert } from '../../packages/server/src/storage/row-write.ts';
import { domains } from '../../packages/server/src/storage/tables/domains/domains.ts';

describeService('GET /v1/domains', (service) => {
  it('200: a new workspace has none', async () => {
    const { client } = await service.workspace();
    expect((await client.send('GET', '/v1/domains')).body).toEqual({ domains: [] });
  });

  it('200: six fields each, in order of registration, all domains of this workspace only', async () => {
    const { client } = await service.workspace({ credits: '10000' });
    const other = await service.workspace();
    const registered = [];
    for (let index = 0; index < 60; index += 1) {
      const { domain } = await client.call('registerDomain', {
        domain: service.freshName(index % 2 === 0 ? 'z' : 'a'),
        contact,
        autoRenew: index % 3 === 0,
        privacyEnabled: index % 2 === 0,
      });
      registered.push({
        name: domain.name,
        status: 'active',
        autoRenew: domain.autoRenew,
        privacyEnabled: domain.privacyEnabled,
        expiresAt: domain.expiresAt,
        createdAt: domain.createdAt,
      });
    }
    await other.client.call('registerDomain', { domain: service.freshName(), contact });
    const answer = await client.send('GET', '/v1/domains');
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({ domains: registered });
  });

  it('200: shows changed settings and a new expiry', async () => {
    const { client } = await service.workspace();
    const domain = service.freshName();
    await client.call('registerDomain', { domain, contact });
    await client.call('updateDomain', { domain, autoRenew: true });
    const { domain: renewed } = await client.call('renewDomain', { domain, years: 2 });
    const [listed] = (await client.call('listDomains', {})).domains;
    expect(listed).toMatchObject({ autoRenew: true, expiresAt: renewed.expiresAt });
  });

  it('200: thousands come in order, each once, compressed when asked for', async () => {
    const { client, apiKey } = await service.workspace();
    const first = service.freshName('many');
    await client.call('registerDomain', { domain: first, contact });
    const copies = await copyDomain(service, first, 2_300);
    const { domains } = await client.call('listDomains', {});
    expect(domains.map(({ name }) => name)).toEqual([first, ...copies]);
    const { name: _, ...like } = domains[0] ?? {};
    expect(domains.at(-1)).toEqual({ ...like, name: copies.at(-1) });
    const answer = await fetch(`${service.url}/v1/domains`, {
      headers: { 'x-api-key': apiKey, 'accept-encoding': 'br' },
    });
    expect(answer.headers.get('content-encoding')).toBe('br');
    expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(await answer.json()).toEqual({ domains });
    // They have no payment: the ledger would not add up.
    await service.database.transaction((tx) => tx.run(deleteDomains, { names: copies }));
  });
});

const deleteDomains = query<{ names: readonly string[] }>()(({ db, p, dialect }) =>
  db.deleteFrom('domains').where(dialect.inList(sql.ref('name'), p.names)),
);

/** As if the workspace had registered them as well; returns their names. */
async function copyDomain(service: TestService, name: string, count: number): Promise<string[]> {
  const original = await service.database.first(findLatestByName, { name });
  if (original === undefined) throw new Error(`${name} is not registered.`);
  const copies = Array.from({ length: count }, (_, index) => ({
    ...original,
    id: newId('dom'),
    name: `copy-${index}-of-${name}`,
  }));
  await persistChange(service.database, { rows: copies.map((copy) => insert(domains, copy)) });
  return copies.map((copy) => copy.name);
}

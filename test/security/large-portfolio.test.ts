/** What the pages of a workspace with very many domains cost the others. */
import { dayMs } from '@hostmaster/contract/durations';
import { query } from '@hostmaster/test-rig/any-query';
import { longestTurn } from '@hostmaster/test-rig/longest-turn';
import { describeService, type TestService } from '@hostmaster/test-rig/service';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { numbersOf } from '../../bench/fill.ts';
import { listRefused } from '../../packages/server/src/storage/queries/domains/domain-overview.ts';
import { listShownDomains } from '../../packages/server/src/storage/queries/domains/domains.ts';
import { listRefusals } from '../../packages/server/src/storage/queries/registry/registry-notes.ts';
import { member } from '../dashboard-api/people.ts';
import { deletePortfolio, insertPortfolio } from '../lifecycle/portfolio.ts';

/** One page takes a few milliseconds; in one piece these lists took hundreds. */
const turnMsMax = 40;
const count = 12_000;
const ds = `1 13 2 ${'AB'.repeat(32)}`;

/** Half of them renew automatically and have expired, the others expire in a year. */
async function fill(service: TestService, workspaceId: string): Promise<void> {
  const now = Date.now();
  const insert = `insert into domains (id, workspace_id, name, state, visible, auto_renew, privacy_enabled, transfer_locked, nameservers, contact, desired_revision, applied_revision, years, created_at, expires_at, renewal_failed)
    ${numbersOf(10_000_000, count)} select 'dom_00' || n || '0000000000000000', '${workspaceId}', 'many-' || n || '.com', 'live', 1, n % 2, 0, 1, '["ns1.example.net"]', '{}', 1, 1, 1, 0, ${now} + case when n % 2 = 1 then -1000 else 31536000000 end, 0 from numbers`;
  await run(service, insert);
}

/** The ledger has no entries for them. */
async function clear(service: TestService, workspaceId: string): Promise<void> {
  await run(service, `delete from domains where workspace_id = '${workspaceId}'`);
}

async function run(service: TestService, text: string): Promise<void> {
  const statement = query<object>()(({ db }) => ({ compile: () => sql.raw(text).compile(db) }));
  await service.database.transaction((tx) => tx.run(statement, {}));
}

describeService('a workspace with very many domains', (service) => {
  it('its overview and its list leave turns to others', async () => {
    const { page, inside, workspace } = await member(service);
    await fill(service, workspace.id);
    const overviews = async () => {
      const { turnMs, result } = await longestTurn(() => page.call('getOverview', inside));
      expect(result.domainCounts).toMatchObject({ active: count / 2, expired: count / 2 });
      expect(result.unpaid.count).toBe(count / 2);
      expect(result.unpaid.domains).toHaveLength(500);
      expect(result.attention[0]?.text).toContain(`${count / 2} domains expired`);
      return turnMs;
    };
    // The better one: the first compiles what it needs, and garbage is collected at any time.
    expect(Math.min(await overviews(), await overviews())).toBeLessThan(turnMsMax);
    const queries = await service.queries.during(async () => {
      const { domains } = await page.call('listDomainEntries', inside);
      expect(new Set(domains.map(({ name }) => name)).size).toBe(count);
    });
    expect(queries.filter((each) => each === listShownDomains.page).length).toBeGreaterThan(
      count / 250 - 1,
    );
    await clear(service, workspace.id);
  });

  it('its refused changes hide behind no others, and are all that is read', async () => {
    const { page, inside, workspace } = await member(service);
    const { id: other } = await service.workspace();
    const expiresAt = () => Date.now() + 365 * dayMs;
    const rest = { expiresAt, dueAt: () => null, noticedUntil: 0 };
    const { database } = service;
    await insertPortfolio(database, { ...rest, workspaceId: other, count: 600, prefix: 'no-1' });
    await insertPortfolio(database, {
      ...rest,
      workspaceId: workspace.id,
      count: 3,
      prefix: 'no-2',
    });
    await run(
      service,
      `insert into registry_notes (domain_id, seen_at, sends_auth_code, refusal)
        select id, 0, 0, 'Not so.' from domains where id like 'dom_no-%' and id <> 'dom_no-2-1'`,
    );
    const queries = await service.queries.during(async () => {
      const { attention } = await page.call('getOverview', inside);
      const refused = attention.filter(({ kind }) => kind === 'change_refused');
      expect(refused.map(({ domain }) => domain)).toEqual(['no-2-0.com', 'no-2-2.com']);
    });
    expect(queries.filter((each) => each === listRefusals.page)).toHaveLength(2);
    await deletePortfolio(database, 'no');
  });

  it('its overview reads no list of all domains', async () => {
    const { page, inside } = await member(service);
    const queries = await service.queries.during(async () => {
      await page.call('getOverview', inside);
    });
    expect(queries).toContain(listRefused);
    expect(queries).not.toContain(listShownDomains.page);
  });
});

describeService('a zone with very many warnings', (service) => {
  it('shows the first of them and their number, and leaves turns to others', async () => {
    const { page, inside, workspace } = await member(service);
    const { client } = workspace;
    const domain = await service.liveDomain(client);
    await client.call('createRecord', { domain, type: 'NS', name: 'sub', value: 'ns.example.net' });
    await client.call('createRecord', { domain, type: 'DS', name: 'alone', value: ds });
    await run(
      service,
      `insert into records (id, domain_id, type, name, value, ttl_seconds, created_at)
        ${numbersOf(10_000_000, count)} select 'rec_00' || n, domains.id, 'TXT', n || '.sub', 'x', 300, 0
        from numbers cross join domains where domains.name = '${domain}'`,
    );
    const published = () => longestTurn(() => page.call('getPublication', { ...inside, domain }));
    const [first, again] = [await published(), await published()];
    expect(first.result.warningCount).toBe(count + 1);
    expect(first.result.warnings).toHaveLength(200);
    expect(Math.min(first.turnMs, again.turnMs)).toBeLessThan(turnMsMax);
  });
});

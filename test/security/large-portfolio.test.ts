/** What the pages of a workspace with very many domains cost the others. */
import { query } from '@hostmaster/test-rig/any-query';
import { longestTurn } from '@hostmaster/test-rig/longest-turn';
import { describeService, type TestService } from '@hostmaster/test-rig/service';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { numbersOf } from '../../bench/fill.ts';
import {
  listRefused,
  listShownDomains,
} from '../../packages/server/src/storage/queries/domains/domains.ts';
import { member } from '../dashboard-api/people.ts';

/** One page takes a few milliseconds; in one piece these lists took hundreds. */
const turnMsMax = 40;
const count = 12_000;

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

  it('its overview reads no list of all domains', async () => {
    const { page, inside } = await member(service);
    const queries = await service.queries.during(async () => {
      await page.call('getOverview', inside);
    });
    expect(queries).toContain(listRefused);
    expect(queries).not.toContain(listShownDomains.page);
  });
});

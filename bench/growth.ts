/** Whether what is stored slows down what is done: lines measured again after the store has grown. */
import { sql } from 'kysely';
import { openStores } from '../packages/server/src/composition/open-stores.ts';
import { readConfig } from '../packages/server/src/config/config.ts';
import { query } from '../packages/server/src/storage/schema.ts';
import { lines, loadOf, type MeasuredLine } from './lines.ts';
import { best, line, loadServer } from './measure.ts';
import { createWorkspaces, registerDomains, spread, untilNothingWaits } from './setup.ts';
import { type Server, startServer } from './start-server.ts';

const shareMin = 0.8;
const startSecondsMax = 2;
const residentMiBMax = 400;
const rounds = 5;
const revisionsPerDomain = 1_000;
const largeRecordsPerDomain = 10;
const untilSmall = { HOSTMASTER_RECORDS_PER_ZONE: '100000000' };

const writes = lines.filter(({ order }) => order.kind === 'record');
/** A second workspace has the many domains: the first one asks. */
const single = lines.filter(
  ({ order, workspaces }) => order.kind !== 'batch' && workspaces !== 100,
);

export async function benchHistory(environment: Record<string, string>): Promise<void> {
  await createWorkspaces(environment, 1);
  const server = await startServer({ ...environment, ...untilSmall });
  await registerDomains(server, spread);
  const before = await measure(server, writes);
  await write(environment, [
    `insert into zone_revisions (domain_id, revision, at, recorded_at, actor_kind, actor_id, via, added, changed, removed, changes, nameservers)
      ${numbersTo(revisionsPerDomain)} select domains.id, domains.zone_revision + n, 0, ${Date.now()}, 'api_key', 'key_bench', 'api', 1, 0, 0,
      '[[null,{"id":"rec_0","type":"A","name":"host","ttlSeconds":300,"value":"192.0.2.1"}]]', null
      from domains cross join numbers where domains.name like 'bench-spread-%'`,
    `update domains set zone_revision = zone_revision + ${revisionsPerDomain} where name like 'bench-spread-%'`,
  ]);
  compare(before, await measure(server, writes), 'after 1,000,000 revisions');
  server.process.disconnect();
}

export async function benchLarge(
  environment: Record<string, string>,
  domains: number,
): Promise<void> {
  const withMany = `with ${domains.toLocaleString('en-US')} domains`;
  await createWorkspaces(environment, 2);
  const small = await startServer({ ...environment, ...untilSmall });
  await registerDomains(small, spread);
  const before = await measure(small, single);
  small.process.disconnect();
  const filledAt = performance.now();
  await write(environment, largeStore(domains));
  console.log(`  filled in ${((performance.now() - filledAt) / 1_000).toFixed(0)} s`);
  const startedAt = performance.now();
  const large = await startServer({ ...environment, ...untilSmall });
  const startSeconds = (performance.now() - startedAt) / 1_000;
  compare(before, await measure(large, single), withMany);
  line(`start ${withMany}`, {
    figures: `${startSeconds.toFixed(1)} s`,
    isMet: startSeconds < startSecondsMax,
  });
  const { residentMiB = 0 } = await large.ask('usage');
  line(`resident ${withMany}`, {
    figures: `${residentMiB.toFixed(0)} MiB`,
    isMet: residentMiB < residentMiBMax,
  });
  large.process.disconnect();
}

/** Domains of the newest workspace, in the catalog, with records. */
function largeStore(domains: number): string[] {
  const numbers = numbersTo(domains);
  const records = Array.from(
    { length: largeRecordsPerDomain },
    (_, index) =>
      `insert into records (id, domain_id, type, name, ttl_seconds, value, created_at)
        ${numbers} select 'rec_0' || n || '_${index}', 'dom_0' || n, 'A', 'host${index}', 300, '192.0.2.${index}', 0 from numbers`,
  );
  return [
    `insert into domains (id, workspace_id, name, state, visible, auto_renew, privacy_enabled, transfer_locked, nameservers, contact, desired_revision, applied_revision, years, created_at, expires_at, renewal_failed, record_count)
      ${numbers} select 'dom_0' || n, (select max(id) from workspaces), 'large-' || n || '.com', 'live', 1, 0, 0, 1, '["ns1.example.net","ns2.example.net"]', '{}', 1, 1, 1, 0, 4102444800000, 0, ${largeRecordsPerDomain} from numbers`,
    ...records,
    `insert into zones (name, domain_id, serial, previous_serial, changed_at, listed_id, catalog_due)
      ${numbers} select 'large-' || n || '.com', 'dom_0' || n, 1, 0, 0, 'dom_0' || n, 0 from numbers`,
    'analyze',
  ];
}

function numbersTo(last: number): string {
  return `with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < ${last})`;
}

/** Each statement in a transaction of its own, beside a server that is at rest or stopped. */
async function write(environment: Record<string, string>, texts: readonly string[]): Promise<void> {
  const { database, close } = await openStores(readConfig(environment));
  const isPostgres = database.dialect.engine === 'postgres';
  for (const text of texts) {
    await database.transaction(async (tx) => {
      // The references are right, and checking each takes longer than the insert.
      if (isPostgres) await tx.run(raw('set local session_replication_role = replica'), {});
      await tx.run(raw(text), {});
    });
  }
  await close();
}

function raw(text: string) {
  return query<object>()(({ db }) => ({ compile: () => sql.raw(text).compile(db) }));
}

/** The best rate of each line, after one round that does not count. */
async function measure(
  server: Server,
  measured: readonly MeasuredLine[],
): Promise<Map<string, number>> {
  const rates = new Map<string, number>();
  for (const each of measured) {
    const order = await loadOf(each, { port: server.port, seconds: 1 });
    await loadServer(server, order);
    await untilNothingWaits(server.metricsUrl);
    const results = [];
    for (let round = 0; round < rounds; round += 1) results.push(await loadServer(server, order));
    await untilNothingWaits(server.metricsUrl);
    rates.set(each.title, best(results).perSecond);
  }
  return rates;
}

function compare(
  before: ReadonlyMap<string, number>,
  after: ReadonlyMap<string, number>,
  when: string,
): void {
  for (const [title, rate] of before) {
    const share = (after.get(title) ?? 0) / rate;
    line(`${title}, ${when}`, {
      figures: `${share.toFixed(2)} of ${Math.round(rate).toLocaleString('en-US')}/s`,
      isMet: share >= shareMin,
    });
  }
}

/** Whether what is stored slows down what is done: lines measured again after the store has grown. */
import { fillStore, numbersOf, writeStore } from './fill.ts';
import { lines, loadOf, type MeasuredLine } from './lines.ts';
import { best, line, loadServer, type ServerResult } from './measure.ts';
import { createWorkspaces, registerDomains, spread, untilNothingWaits } from './setup.ts';
import { type Server, startServer } from './start-server.ts';

const shareMin = 0.8;
const startSecondsMax = 2;
const residentMiBMax = 400;
const rounds = 5;
const revisionsPerDomain = 1_000;
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
  await writeStore(environment, [
    `insert into zone_revisions (domain_id, revision, at, recorded_at, actor_kind, actor_id, via, added, changed, removed, changes, nameservers)
      ${numbersOf(1, revisionsPerDomain)} select domains.id, domains.zone_revision + n, 0, ${Date.now()}, 'api_key', 'key_bench', 'api', 1, 0, 0,
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
  await fillStore(environment, domains);
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

/** The best round of each line, after one that does not count. */
async function measure(
  server: Server,
  measured: readonly MeasuredLine[],
): Promise<Map<string, ServerResult>> {
  const bestRounds = new Map<string, ServerResult>();
  for (const each of measured) {
    const order = await loadOf(each, { port: server.port, seconds: 1 });
    await loadServer(server, order);
    await untilNothingWaits(server.metricsUrl);
    const results = [];
    for (let round = 0; round < rounds; round += 1) results.push(await loadServer(server, order));
    await untilNothingWaits(server.metricsUrl);
    bestRounds.set(each.title, best(results));
  }
  return bestRounds;
}

function compare(
  before: ReadonlyMap<string, ServerResult>,
  after: ReadonlyMap<string, ServerResult>,
  when: string,
): void {
  for (const [title, { perSecond, cpuMicros }] of before) {
    const now = after.get(title);
    const share = (now?.perSecond ?? 0) / perSecond;
    const rate = `${share.toFixed(2)} of ${Math.round(perSecond).toLocaleString('en-US')}/s`;
    // The rate also depends on what else the machine does.
    const cpu = `${cpuMicros.toFixed(0)} -> ${now?.cpuMicros.toFixed(0)} us of CPU`;
    line(`${title}, ${when}`, { figures: `${rate}, ${cpu}`, isMet: share >= shareMin });
  }
}

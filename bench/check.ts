/**
 * npm run bench:check: finds a change that made something twice as slow, in a minute and a half and on a
 * busy machine. For each line it compares the CPU time of an answer with that of a bare Fastify route,
 * in rounds that take turns once both are compiled, and fails when that ratio is less than half of the one in ratios.json.
 *   npm run bench:check [-- --write]   writes the ratios of this run
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { lines, loadOf } from './lines.ts';
import { loadServer, type ServerResult, untilIdle } from './measure.ts';
import { createWorkspaces, registerDomains, spread } from './setup.ts';
import { startServer } from './start-server.ts';

const rounds = 3;
const seconds = 0.4;
/** The code of a line is compiled by then: until then a fifth of the CPU time is the compiler's. */
const warmUpSeconds = 3;
const keptShareMin = 0.5;
const file = new URL('./ratios.json', import.meta.url);
const known = JSON.parse(readFileSync(file, 'utf8')) as Readonly<Record<string, number>>;
const checked = lines.filter(
  ({ order, workspaces }) => order.kind !== 'batch' && workspaces === undefined,
);

const dataDir = mkdtempSync(join(tmpdir(), 'hostmaster-bench-'));
const environment = {
  HOSTMASTER_DATA_DIR: dataDir,
  HOSTMASTER_LOG_LEVEL: 'error',
  HOSTMASTER_DNS_LISTEN: '127.0.0.1:0',
  HOSTMASTER_METRICS_LISTEN: '127.0.0.1:0',
  HOSTMASTER_RECORDS_PER_ZONE: '100000000',
  PORT: '0',
};
await createWorkspaces(environment, 1);
const server = await startServer(environment);
await registerDomains(server, spread.slice(0, 100));
const bare = await startServer({ BENCH_BARE: '{}' });
const bareOrder = { kind: 'get', targets: ['/bare'], expected: '{}' } as const;
const bareLoad = { ...bareOrder, connections: 64, apiKeys: ['none'], seconds: warmUpSeconds };
await loadServer(bare, bareLoad);
const ratios: Record<string, number> = {};
for (const { title, order } of checked) {
  const targets = order.kind === 'get' ? order.targets : spread.slice(0, 100);
  const load = await loadOf(
    { title, order: { ...order, targets } },
    { port: server.port, seconds },
  );
  await loadServer(server, { ...load, seconds: warmUpSeconds });
  const [bareRounds, rates]: [ServerResult[], ServerResult[]] = [[], []];
  for (let round = 0; round < rounds; round += 1) {
    await untilIdle(server);
    bareRounds.push(await loadServer(bare, { ...load, ...bareOrder }));
    rates.push(await loadServer(server, load));
  }
  ratios[title] = Number((leastCpu(bareRounds) / leastCpu(rates)).toFixed(3));
}
for (const each of [server, bare]) each.process.disconnect();
rmSync(dataDir, { recursive: true, force: true });

for (const [title, ratio] of Object.entries(ratios)) {
  const before = known[title] ?? 0;
  const isSlow = ratio < before * keptShareMin;
  if (isSlow) process.exitCode = 1;
  console.log(`${title.padEnd(32)} ${ratio} of bare, was ${before} ${isSlow ? 'TOO SLOW' : 'ok'}`);
}
if (process.argv.includes('--write')) writeFileSync(file, `${JSON.stringify(ratios, null, 2)}\n`);

function leastCpu(results: readonly ServerResult[]): number {
  return Math.min(...results.map(({ cpuMicros }) => cpuMicros));
}

/**
 * The latency of a change: from the API's reply to the new answer of a Knot
 * secondary, with few and with many zones.
 *   npm run bench:dns [-- --changes 500] [-- --zones 10,10000]
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { makeQuery, Name, rrTypes } from '@hostmaster/dns';
import { exchange } from '@hostmaster/dns/node';
import { query } from '@hostmaster/test-rig/any-query';
import { pageBlock } from '@hostmaster/test-rig/secondary-page';
import { apiKey, type DnsService, startDnsService } from './dns-service.ts';
import { createZones, inDatabase } from './zones.ts';

const args = process.argv.join(' ');
const changes = Number(/--changes (\d+)/.exec(args)?.[1] ?? 500);
const zoneCounts = (/--zones ([\d,]+)/.exec(args)?.[1] ?? '10,10000').split(',').map(Number);
const goalMs = 250;
/**
 * Knot up to 3.2 lets a second change of a zone wait for up to a second when it comes less than a
 * second after the first: its events are planned by whole seconds. One zone's changes keep apart.
 */
const zoneRestMs = 2_100;
const nowSeconds = () => Math.floor(Date.now() / 1_000);

const countConfirmed = query<object>()(({ db }) =>
  db
    .selectFrom('zone_confirmations')
    .innerJoin('zones', 'zones.name', 'zone_confirmations.zone')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('zones.domain_id', 'is not', null),
);

console.log(
  `Node ${process.versions.node}, ${changes} changes, one after the other, SQLite, Knot.\n`,
);
for (const zones of zoneCounts) await measure(zones);

async function measure(zones: number): Promise<void> {
  const service = await startDnsService();
  const children: ChildProcess[] = [];
  try {
    const { dataDir, url } = service;
    await createZones(dataDir, { zones, recordsPerZone: 0 });
    const knot = startKnot(service);
    children.push(knot.process);
    await untilConfirmed(dataDir, zones);
    const times: number[] = [];
    const startedAt = performance.now();
    for (let index = 0; index < changes; index += 1) {
      const dueMs = Math.floor(index / zones) * zoneRestMs + (index % zones) * (zoneRestMs / zones);
      await pause(Math.max(0, startedAt + dueMs - performance.now()));
      times.push(await timeOneChange({ url, knotPort: knot.port, index, zones }));
    }
    report(zones, times);
  } finally {
    for (const child of children) child.kill('SIGKILL');
    service.remove();
  }
}

async function timeOneChange(order: {
  readonly url: string;
  readonly knotPort: number;
  readonly index: number;
  readonly zones: number;
}): Promise<number> {
  const zone = `zone-${(order.index * 7) % order.zones}.com`;
  const response = await fetch(`${order.url}/v1/domains/${zone}/dns`, {
    method: 'POST',
    headers: { 'x-api-key': apiKey, 'content-type': 'application/json' },
    body: JSON.stringify({ type: 'A', name: `n${order.index}`, value: '192.0.2.1' }),
  });
  const repliedAt = performance.now();
  if (response.status !== 200) throw new Error(await response.text());
  await response.text();
  const question = { name: Name.parse(`n${order.index}.${zone}`), type: rrTypes.A };
  for (let id = 1; ; id += 1) {
    const reply = await exchange(makeQuery(id & 0xffff, question), {
      address: '127.0.0.1',
      port: order.knotPort,
      timeoutMs: 2_000,
      nowSeconds,
    });
    if (reply.answers.length === 1) return performance.now() - repliedAt;
    await pause(1);
  }
}

function report(zones: number, times: readonly number[]): void {
  const sorted = times.toSorted((a, b) => a - b);
  const at = (share: number) => sorted[Math.floor(sorted.length * share)] ?? 0;
  const verdict = at(0.99) < goalMs ? 'met' : 'MISSED';
  console.log(
    `  ${String(zones).padStart(6)} zones: median ${at(0.5).toFixed(1)} ms, p99 ${at(0.99).toFixed(1)} ms, longest ${at(0.9999).toFixed(1)} ms (goal: p99 < ${goalMs} ms) ${verdict}`,
  );
}

async function untilConfirmed(dataDir: string, zones: number): Promise<void> {
  const startedAt = performance.now();
  await inDatabase(dataDir, async (database) => {
    while (Number((await database.first(countConfirmed, {}))?.count ?? 0) < zones) await pause(50);
  });
  const seconds = ((performance.now() - startedAt) / 1_000).toFixed(1);
  console.log(`  ${String(zones).padStart(6)} zones: all on the secondary after ${seconds} s`);
}

function startKnot(service: DnsService): { process: ChildProcess; port: number } {
  const port = 20_000 + (process.pid % 12_000);
  const tsig = service.addSecondary('knot', `127.0.0.1:${port}`);
  const directory = join(service.dataDir, 'knot');
  mkdirSync(join(directory, 'zones'), { recursive: true });
  const config = pageBlock('Knot', 'yaml')
    .replaceAll('/run/knot', directory)
    .replaceAll('/var/lib/knot', directory)
    .replace('target: syslog', 'target: stdout')
    .replace('any: info', 'any: error')
    .replace(/secret: .*/, `secret: "${tsig.secret}"`)
    .replace(/listen: .*/, `listen: 127.0.0.1@${port}`)
    .replace(/address: .*/, `address: 127.0.0.1@${service.port}`)
    .replace(/via: .*/, 'via: 127.0.0.1');
  writeFileSync(join(directory, 'knot.conf'), config);
  const knot = spawn('knotd', ['-c', join(directory, 'knot.conf')], {
    env: { ...process.env, PATH: `${process.env.PATH}:/usr/sbin` },
    stdio: 'inherit',
  });
  return { process: knot, port };
}

/**
 * Creating records beside the HTTP API of PowerDNS, with its SQLite or PostgreSQL backend: one record
 * per request, in one zone of 100, by one client and by 16. Failed requests are counted.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { LoadOrder, LoadResult } from './load.ts';
import { best, line, load } from './measure.ts';
import type { BenchPostgres } from './postgres.ts';
import { startPowerDns } from './powerdns.ts';
import { apiKey, createWorkspaces, registerDomains, spread } from './setup.ts';
import { startServer } from './start-server.ts';

const rounds = 3;
const zones = 100;
const timesMin = { sqlite: { 1: 5, 16: 20 }, postgres: { 1: 5, 16: 10 } } as const;

export async function benchBesidePowerDns(
  environment: Record<string, string>,
  postgres: BenchPostgres | null,
): Promise<void> {
  const directory = mkdtempSync(join(tmpdir(), 'hostmaster-bench-pdns-'));
  const powerDns = await startPowerDns(directory, { zones, recordsPerZone: 7, apiKey, postgres });
  if (powerDns === null) {
    console.log(
      '  PowerDNS with this backend is not installed (Debian: pdns-server, pdns-backend-*).',
    );
    return;
  }
  const own = spread.slice(0, zones);
  await createWorkspaces(environment, 1);
  const server = await startServer(environment);
  await registerDomains(server, own);
  const goals = timesMin[postgres === null ? 'sqlite' : 'postgres'];
  for (const clients of [1, 16] as const) {
    const order = { apiKeys: [apiKey], connections: clients, expected: '', seconds: 2 };
    const theirs: Omit<LoadOrder, 'tag'> = {
      ...order,
      kind: 'powerdns-record',
      port: powerDns.apiPort,
      targets: own.map((_, index) => `zone-${index}.com`),
    };
    const ours: Omit<LoadOrder, 'tag'> = {
      ...order,
      kind: 'record',
      port: server.port,
      targets: own,
    };
    const [theirRounds, ourRounds]: [LoadResult[], LoadResult[]] = [[], []];
    for (let round = 0; round < rounds; round += 1) {
      theirRounds.push(await load(theirs));
      ourRounds.push(await load(ours));
    }
    const [their, our] = [best(theirRounds), best(ourRounds)];
    const times = our.perSecond / their.perSecond;
    line(`records beside PowerDNS, ${clients} client${clients === 1 ? '' : 's'}`, {
      figures: `${times.toFixed(1)} times ${their.perSecond.toFixed(0)}/s`,
      isMet: times >= goals[clients] && failures(ourRounds) === 0,
    });
    console.log(
      `    failed: ${failures(theirRounds)} of PowerDNS${shown(theirRounds)}, ${failures(ourRounds)} of Hostmaster${shown(ourRounds)}`,
    );
  }
  server.process.disconnect();
  powerDns.process.kill();
  rmSync(directory, { recursive: true, force: true });
}

function failures(results: readonly LoadResult[]): number {
  return results.reduce((total, { failed }) => total + failed, 0);
}

function shown(results: readonly LoadResult[]): string {
  const first = results.find(({ firstFailure }) => firstFailure !== null)?.firstFailure;
  return first === undefined || first === null ? '' : ` (${first.slice(0, 80)})`;
}

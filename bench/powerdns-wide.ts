/**
 * Wide requests of the PowerDNS-compatible API beside PowerDNS itself, with the same backend: PATCH of
 * 8,000 sets that are new, changed and deleted, and a search over all names. They take turns.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { cpuSeconds } from './cpu-seconds.ts';
import { line } from './measure.ts';
import type { BenchPostgres } from './postgres.ts';
import { startPowerDns } from './powerdns.ts';
import { apiKey, createWorkspaces, registerDomains } from './setup.ts';
import { startServer } from './start-server.ts';

const sets = 8_000;
const rounds = 5;
const domain = 'bench-wide.com';

interface Side {
  readonly port: number;
  readonly zone: string;
  readonly pid: number;
}

interface Step {
  readonly title: string;
  request(zone: string, round: number): { method: string; path: string; body?: object };
}

const steps: readonly Step[] = [
  { title: `PATCH, ${sets} new sets`, request: (zone) => patch(zone, 'REPLACE', '192.0.2.1') },
  { title: `PATCH, ${sets} changed sets`, request: (zone) => patch(zone, 'REPLACE', '192.0.2.2') },
  {
    title: `search in ${sets} records`,
    request: () => ({ method: 'GET', path: 'search-data?q=*wide-79*&max=100' }),
  },
  { title: `PATCH, ${sets} deleted sets`, request: (zone) => patch(zone, 'DELETE') },
];

function patch(zone: string, changetype: string, content?: string) {
  const rrsets = Array.from({ length: sets }, (_, index) => ({
    ...{ name: `wide-${index}.${zone}.`, type: 'A', changetype },
    ...(content === undefined ? {} : { ttl: 300, records: [{ content, disabled: false }] }),
  }));
  return { method: 'PATCH', path: `zones/${zone}.`, body: { rrsets } };
}

export async function benchWideBesidePowerDns(
  environment: Record<string, string>,
  postgres: BenchPostgres | null,
): Promise<void> {
  const directory = mkdtempSync(join(tmpdir(), 'hostmaster-bench-pdns-'));
  const powerDns = await startPowerDns(directory, {
    ...{ zones: 1, recordsPerZone: 1, apiKey, postgres },
  });
  // benchBesidePowerDns says what is missing.
  if (powerDns === null) return;
  await createWorkspaces(environment, 1);
  const server = await startServer(environment);
  await registerDomains(server, [domain]);
  const ours = { port: server.port, zone: domain, pid: server.process.pid ?? 0 };
  const theirs = { port: powerDns.apiPort, zone: 'zone-0.com', pid: powerDns.process.pid ?? 0 };
  const taken = steps.map((step) => ({ step, our: new Times(), their: new Times() }));
  for (let round = 0; round < rounds; round += 1) {
    for (const { step, our, their } of taken) {
      await their.time(theirs, step, round);
      await our.time(ours, step, round);
    }
  }
  for (const { step, our, their } of taken) {
    line(`${step.title}, beside PowerDNS`, {
      figures: `${our} against ${their}`,
      isMet: our.medianMs <= their.medianMs,
    });
  }
  server.process.disconnect();
  powerDns.process.kill();
  rmSync(directory, { recursive: true, force: true });
}

class Times {
  readonly #ms: number[] = [];
  readonly #cpuMs: number[] = [];

  async time({ port, zone, pid }: Side, step: Step, round: number): Promise<void> {
    const { method, path, body } = step.request(zone, round);
    const text = body === undefined ? undefined : JSON.stringify(body);
    const startedAt = performance.now();
    const cpuBefore = cpuSeconds(pid);
    const response = await fetch(`http://127.0.0.1:${port}/api/v1/servers/localhost/${path}`, {
      method,
      headers: { 'x-api-key': apiKey, 'content-type': 'application/json' },
      ...(text === undefined ? {} : { body: text }),
    });
    const answer = await response.text();
    if (!response.ok) throw new Error(answer);
    this.#ms.push(performance.now() - startedAt);
    this.#cpuMs.push((cpuSeconds(pid) - cpuBefore) * 1_000);
  }

  get medianMs(): number {
    return medianOf(this.#ms);
  }

  toString(): string {
    return `${this.medianMs.toFixed(0)} ms (CPU ${medianOf(this.#cpuMs).toFixed(0)} ms)`;
  }
}

function medianOf(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}

/** GET /v1/search in a workspace with 1,000,000 records: how long it takes, and how long the index takes. */

import { fillStore, writeStore } from './fill.ts';
import { line } from './measure.ts';
import { apiKey, createWorkspaces } from './setup.ts';
import { type Server, startServer } from './start-server.ts';

const domainCount = 100_000;
const recordCount = 1_000_000;
const rounds = 20;
const p99MsMax = 50;

/** Values that differ, of the kinds that people have. */
const values = [
  `update records set value = '10.' || (abs(cast(substr(id, 7, 8) as bigint) * 7919) % 250) || '.' || (cast(substr(id, 7, 8) as integer) / 250 % 250) || '.' || (cast(substr(id, 29, 2) as integer) * 11 % 250) where name in ('host0', 'host1', 'host2', 'host3')`,
  `update records set type = 'CNAME', value = 'edge-' || (cast(substr(id, 7, 8) as integer) % 5000) || '.cdn.example.net' where name in ('host4', 'host5', 'host6')`,
  `update records set type = 'TXT', value = 'v=token; k=' || (cast(substr(id, 7, 8) as bigint) * 104729 % 999983) || '-' || (cast(substr(id, 7, 8) as bigint) * 7907 % 999979) where name in ('host7', 'host8', 'host9')`,
];

/** Common, rare and absent parts of names and values; some have terms that most records have. */
const questions = [
  'host3',
  'large-100',
  'large-10099999',
  'cdn.example.net',
  'edge-4711.',
  '10.17.',
  '10.200.33.11',
  '10.249.249.249',
  'token; k=9',
  'k=123456-',
  'absent',
  'xyz',
  'host3.large-10050000.com',
  '192.0.2.1',
  'example.org',
  '33-7',
];

export async function benchSearch(environment: Record<string, string>): Promise<void> {
  await createWorkspaces(environment, 1);
  await fillStore(environment, domainCount);
  await writeStore(environment, values);
  const server = await startServer(environment);
  const startedAt = performance.now();
  const before = (await server.ask('usage')).residentMiB ?? 0;
  let highest = before;
  while (!(await ask(server, 'absent')).isComplete) {
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    highest = Math.max(highest, (await server.ask('usage')).residentMiB ?? 0);
  }
  const seconds = (performance.now() - startedAt) / 1_000;
  line(`the index of ${recordCount} records`, {
    figures: `${seconds.toFixed(0)} s, ${(highest - before).toFixed(0)} MiB more`,
    isMet: seconds < 600,
  });
  const answers: Answer[] = [];
  for (let round = 0; round < rounds; round += 1) {
    for (const question of questions) answers.push(await ask(server, question));
  }
  const spread = (values: readonly number[]) => {
    const sorted = values.toSorted((a, b) => a - b);
    const at = (share: number) => sorted[Math.floor(sorted.length * share)] ?? 0;
    return {
      p99: at(0.99),
      text: `median ${at(0.5).toFixed(1)} ms, p99 ${at(0.99).toFixed(1)} ms`,
    };
  };
  const times = spread(answers.map(({ ms }) => ms));
  const cpu = spread(answers.map(({ cpuMs }) => cpuMs));
  const title = `GET /v1/search, ${answers.length} questions one after another`;
  line(title, { figures: times.text, isMet: times.p99 < p99MsMax });
  line('the same, CPU time of the service', { figures: cpu.text, isMet: cpu.p99 < p99MsMax });
  for (const question of questions) {
    const { ms, cpuMs, found } = await ask(server, question);
    console.log(
      `    ${question.padEnd(28)} ${found} found, ${ms.toFixed(1)} ms, CPU ${cpuMs.toFixed(1)} ms`,
    );
  }
  server.process.disconnect();
}

interface Answer {
  readonly ms: number;
  readonly cpuMs: number;
  readonly found: number;
  readonly isComplete: boolean;
}

async function ask(server: Server, question: string): Promise<Answer> {
  const cpuSeconds = async () => (await server.ask('usage')).cpuSeconds ?? 0;
  const before = await cpuSeconds();
  const startedAt = performance.now();
  const url = `http://127.0.0.1:${server.port}/v1/search?q=${encodeURIComponent(question)}`;
  const response = await fetch(url, { headers: { 'x-api-key': apiKey } });
  const body = (await response.json()) as { results: unknown[]; complete: boolean };
  if (response.status !== 200) throw new Error(JSON.stringify(body));
  const ms = performance.now() - startedAt;
  const cpuMs = 1_000 * ((await cpuSeconds()) - before);
  return { ms, cpuMs, found: body.results.length, isComplete: body.complete };
}

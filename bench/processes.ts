/** Two `serve` processes on one PostgreSQL beside one, each with half of the load. */
import { lines, loadOf } from './lines.ts';
import { best, line, loadServer, type ServerResult } from './measure.ts';
import { createWorkspaces, registerDomains, spread } from './setup.ts';
import { type Server, startServer } from './start-server.ts';

const timesMin = 1.5;
const rounds = 5;
const measured = lines.filter(({ order }) => order.kind === 'get' || order.kind === 'record');

export async function benchProcesses(environment: Record<string, string>): Promise<void> {
  await createWorkspaces(environment, 1);
  const settings = { ...environment, HOSTMASTER_RECORDS_PER_ZONE: '100000000' };
  const first = await startServer(settings);
  await registerDomains(first, spread);
  const second = await startServer(settings);
  for (const each of measured) {
    const whole = await loadOf(each, { port: first.port, seconds: 1 });
    const half = { ...whole, connections: whole.connections / 2 };
    await together([first, second], half);
    const one: ServerResult[] = [];
    const two: ServerResult[] = [];
    for (let round = 0; round < rounds; round += 1) {
      one.push(await loadServer(first, whole));
      two.push(await together([first, second], half));
    }
    const [alone, shared] = [best(one), best(two)];
    const times = shared.perSecond / alone.perSecond;
    line(`${each.title}, two processes`, {
      figures: `${times.toFixed(2)} times ${Math.round(alone.perSecond).toLocaleString('en-US')}/s`,
      isMet: times >= timesMin,
    });
    if (times < timesMin) {
      // Two cores that the load and the database share: what is left of them is the limit.
      console.log(
        `    cores of one process: ${alone.cpuShare.toFixed(2)}, of two: ${shared.cpuShare.toFixed(2)}; the load and PostgreSQL have the rest`,
      );
    }
  }
  for (const server of [first, second]) server.process.disconnect();
}

/** The sum of both, with the slower one's times. */
async function together(
  servers: readonly Server[],
  order: Parameters<typeof loadServer>[1],
): Promise<ServerResult> {
  const results = await Promise.all(servers.map((server) => loadServer(server, order)));
  const sum = (of: (result: ServerResult) => number) =>
    results.reduce((total, result) => total + of(result), 0);
  const slowest = results.reduce((a, b) => (b.p99Ms > a.p99Ms ? b : a));
  return {
    ...slowest,
    perSecond: sum(({ perSecond }) => perSecond),
    answers: sum(({ answers }) => answers),
    failed: sum(({ failed }) => failed),
    cpuShare: sum(({ cpuShare }) => cpuShare),
  };
}

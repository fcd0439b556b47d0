/**
 * The server under load, in a process of its own: the whole service on the engine that DATABASE_URL
 * names, or one bare Fastify route. Its parent can ask for a CPU profile and for its memory.
 */
import type { Profiler } from 'node:inspector';
import { Session } from 'node:inspector/promises';
import Fastify from 'fastify';
import { applyHeapRules } from '../packages/server/src/base/heap-rules.ts';
import { createLog } from '../packages/server/src/base/log.ts';
import { startService } from '../packages/server/src/composition/start-service.ts';
import { readConfig } from '../packages/server/src/config/config.ts';
import { partsOfProfile } from './profile-parts.ts';

export type ServerOrder = 'profile' | 'report' | 'usage';

export interface ServerReport {
  readonly port?: number;
  readonly metricsUrl?: string;
  /** The functions that took most time themselves. */
  readonly top?: readonly string[];
  /** The shares of the parts of the service. */
  readonly parts?: readonly string[];
  readonly residentMiB?: number;
  /** CPU time used so far, in all threads. */
  readonly cpuSeconds?: number;
}

applyHeapRules();
const session = new Session();
const send = (report: ServerReport) => process.send?.(report);

if (process.env.BENCH_BARE !== undefined) {
  const body = process.env.BENCH_BARE;
  const app = Fastify();
  app.get('/bare', async (_, reply) => {
    reply.header('content-type', 'application/json; charset=utf-8');
    return body;
  });
  await app.listen({ port: 0, host: '127.0.0.1' });
  const address = app.server.address();
  send({ port: typeof address === 'object' ? (address?.port ?? 0) : 0 });
} else {
  const config = readConfig(process.env);
  const service = await startService(config, createLog(config.logLevel));
  send({ port: service.port, metricsUrl: service.metricsUrl ?? '' });
}

process.on('message', async (order: ServerOrder) => {
  if (order === 'usage') {
    const { user, system } = process.cpuUsage();
    send({
      residentMiB: process.memoryUsage.rss() / 2 ** 20,
      cpuSeconds: (user + system) / 1e6,
    });
  }
  if (order === 'profile') {
    session.connect();
    await session.post('Profiler.enable');
    await session.post('Profiler.start');
    send({});
  }
  if (order === 'report') {
    const { profile } = await session.post('Profiler.stop');
    session.disconnect();
    send({ top: topOfProfile(profile), parts: partsOfProfile(profile) });
  }
});
process.on('disconnect', () => process.exit(0));

function topOfProfile(profile: Profiler.Profile): string[] {
  const selfByFunction = new Map<string, number>();
  const nameById = new Map(
    profile.nodes.map(({ id, callFrame }) => {
      const file = callFrame.url.split('/').slice(-2).join('/');
      return [id, `${callFrame.functionName || '(anonymous)'} ${file}`.trim()];
    }),
  );
  const samples = profile.samples ?? [];
  for (const id of samples) {
    const name = nameById.get(id) ?? '?';
    selfByFunction.set(name, (selfByFunction.get(name) ?? 0) + 1);
  }
  return [...selfByFunction]
    .filter(([name]) => name !== '(idle)')
    .sort(([, a], [, b]) => b - a)
    .slice(0, Number(process.env.BENCH_TOP ?? 3))
    .map(([name, count]) => `${((100 * count) / samples.length).toFixed(1)} % ${name}`);
}

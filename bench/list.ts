/** GET /v1/domains of a workspace with 100,000 domains: the first byte, and what ten readers cost. */

import { request as httpRequest } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { yearMs } from '@hostmaster/contract/durations';
import { systemClock } from '../packages/server/src/base/clock.ts';
import { persist } from '../packages/server/src/changes/persist.ts';
import { openStores } from '../packages/server/src/composition/open-stores.ts';
import { readConfig } from '../packages/server/src/config/config.ts';
import { openWorkspace } from '../packages/server/src/operations/workspaces/open-workspace.ts';
import { insertPortfolio } from '../test/lifecycle/portfolio.ts';
import { line } from './measure.ts';
import { startServer } from './start-server.ts';

const key = 'bench-list-key-0000000000';
const domainCount = 100_000;
const readerCount = 10;
const firstByteMsMax = 50;
const growthMiBMax = 50;

interface Reading {
  readonly firstByteMs: number;
  readonly totalMs: number;
  readonly bytes: number;
}

export async function benchList(environment: Record<string, string>): Promise<void> {
  await prepare(environment);
  const server = await startServer(environment);
  const residentMiB = async () => (await server.ask('usage')).residentMiB ?? 0;
  // The first answer compiles its serializer.
  await read(server.port, 'identity');
  const before = await residentMiB();
  const alone: Reading[] = [];
  for (let round = 0; round < 5; round += 1) alone.push(await read(server.port, 'identity'));
  const compressed = await read(server.port, 'br');
  let isReading = true;
  const readings = Promise.all(
    Array.from({ length: readerCount }, () => read(server.port, 'identity')),
  ).finally(() => {
    isReading = false;
  });
  let highest = 0;
  while (isReading) highest = Math.max(highest, await residentMiB());
  await readings;
  const growth = highest - before;
  const firstByteMs = Math.min(...alone.map((reading) => reading.firstByteMs));
  const totalMs = Math.min(...alone.map((reading) => reading.totalMs));
  const [plainMiB, smallMiB] = [alone[0], compressed].map((each) => (each?.bytes ?? 0) / 2 ** 20);
  line(`GET /v1/domains with ${domainCount} domains, first byte`, {
    figures: `${firstByteMs.toFixed(1)} ms of ${totalMs.toFixed(0)} ms`,
    isMet: firstByteMs < firstByteMsMax,
  });
  line(`memory growth with ${readerCount} readers`, {
    figures: `${growth.toFixed(0)} MiB`,
    isMet: growth < growthMiBMax,
  });
  line('compressed when asked', {
    figures: `${plainMiB?.toFixed(1)} -> ${smallMiB?.toFixed(1)} MiB`,
    isMet: (smallMiB ?? 0) < (plainMiB ?? 0) / 2,
  });
  server.process.disconnect();
}

async function prepare(environment: Record<string, string>): Promise<void> {
  const { database, close } = await openStores(readConfig(environment));
  const at = systemClock.now();
  const workspace = { name: 'list', email: null, creditCents: 0, at, key };
  const { id } = await persist(database, openWorkspace(workspace));
  await insertPortfolio(database, {
    workspaceId: id,
    count: domainCount,
    prefix: 'bench-list',
    expiresAt: () => at + yearMs,
    dueAt: () => null,
    noticedUntil: at,
  });
  await close();
}

/** A workspace has a few long answers at a time; for the others the service says when to ask again. */
async function read(port: number, encoding: 'identity' | 'br'): Promise<Reading> {
  for (;;) {
    const answer = await ask(port, encoding);
    if (answer.retryAfterSeconds === null) return answer.reading;
    await pause(answer.retryAfterSeconds * 1_000);
  }
}

interface Answer {
  readonly reading: Reading;
  /** Null when the list was sent. */
  readonly retryAfterSeconds: number | null;
}

function ask(port: number, encoding: 'identity' | 'br'): Promise<Answer> {
  const startedAt = performance.now();
  const headers = { 'x-api-key': key, 'accept-encoding': encoding };
  const { promise, resolve, reject } = Promise.withResolvers<Answer>();
  const request = httpRequest({ host: '127.0.0.1', port, path: '/v1/domains', headers });
  request.on('error', reject);
  request.on('response', (response) => {
    const { statusCode } = response;
    if (statusCode !== 200 && statusCode !== 429) reject(new Error(`Answered ${statusCode}.`));
    let bytes = 0;
    let firstByteMs = 0;
    response.on('data', (part: Buffer) => {
      firstByteMs ||= performance.now() - startedAt;
      bytes += part.length;
    });
    response.on('error', reject);
    response.on('end', () => {
      const reading = { firstByteMs, totalMs: performance.now() - startedAt, bytes };
      const retryAfterSeconds = statusCode === 429 ? Number(response.headers['retry-after']) : null;
      resolve({ reading, retryAfterSeconds });
    });
  });
  request.end();
  return promise;
}

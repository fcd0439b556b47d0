/**
 * Checks of 20 names while registrations are fulfilled, beside version 0.1.0 in the same run: both get the
 * same registrations, and the checks begin before the registry has confirmed them.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { hasEnded } from '@hostmaster/test-rig/has-ended';
import { checkOutBaseline } from '../test/upgrade/baseline-tree.ts';
import { contact } from './contact.ts';
import { lines, loadOf } from './lines.ts';
import type { LoadResult } from './load.ts';
import { best, line, load } from './measure.ts';
import { createWorkspaces, post } from './setup.ts';
import { startServer } from './start-server.ts';

const rounds = 5;
const seconds = 1.5;
const registrations = 200;
const check = lines.find(({ order }) => order.kind === 'check');

interface Place {
  readonly port: number;
  stop(): Promise<unknown>;
}

export async function benchFulfilling(environment: Record<string, string>): Promise<void> {
  const directory = mkdtempSync(join(tmpdir(), 'hostmaster-bench-'));
  const before = await startBaseline(directory, environment);
  const now = await startPresent(environment);
  const results: Record<'before' | 'now', LoadResult[]> = { before: [], now: [] };
  for (let round = 0; round < rounds; round += 1) {
    results.before.push(await checkMeanwhile(before.port, round));
    results.now.push(await checkMeanwhile(now.port, round));
  }
  await Promise.all([before.stop(), now.stop()]);
  rmSync(directory, { recursive: true, force: true });
  const [old, present] = [best(results.before), best(results.now)];
  const times = present.perSecond / old.perSecond;
  const wrong = results.now.find(({ failed }) => failed > 0)?.firstFailure ?? '';
  line('POST check, 20 names, while registrations are fulfilled', {
    figures: `${times.toFixed(2)} times ${Math.round(old.perSecond)}/s of 0.1.0 ${wrong}`,
    isMet: times >= 1 && wrong === '',
  });
}

async function checkMeanwhile(port: number, round: number): Promise<LoadResult> {
  if (check === undefined) throw new Error('There is no line of checks.');
  const names = Array.from({ length: registrations }, (_, i) => `bench-fulfil-${round}-${i}.com`);
  await Promise.all(names.map((domain) => post(port, '/v1/domains', { domain, contact })));
  return load({ ...(await loadOf(check, { port, seconds })), port });
}

async function startPresent(environment: Record<string, string>): Promise<Place> {
  await createWorkspaces(environment, 1);
  const { port, process: child } = await startServer(environment);
  const stop = () => {
    child.disconnect();
    return once(child, 'exit');
  };
  return { port, stop };
}

/** It runs on a store of today: later migrations only add. */
async function startBaseline(
  directory: string,
  environment: Record<string, string>,
): Promise<Place> {
  const bin = await checkOutBaseline(directory);
  const port = await freePort();
  const settings = { ...environment, HOSTMASTER_DATA_DIR: join(directory, 'data') };
  await createWorkspaces(settings, 1);
  const child = spawn(process.execPath, [bin, 'serve'], {
    env: { ...process.env, ...settings, PORT: String(port) },
    stdio: 'ignore',
  });
  for (let isUp = false; !isUp; ) {
    if (hasEnded(child)) throw new Error(`0.1.0 ended with ${child.exitCode}.`);
    isUp = await fetch(`http://127.0.0.1:${port}/healthz`).then(
      ({ ok }) => ok,
      () => new Promise<false>((resolve) => setTimeout(() => resolve(false), 100)),
    );
  }
  const stop = () => {
    child.kill();
    return once(child, 'exit');
  };
  return { port, stop };
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  return typeof address === 'object' ? (address?.port ?? 0) : 0;
}

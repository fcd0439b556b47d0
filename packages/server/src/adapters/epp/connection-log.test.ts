/** What an operator reads about the connection to a registry. */
import { createTestDirectory } from '@hostmaster/test-rig/engines';
import { type EppTestOptions, openEppBench } from '@hostmaster/test-rig/epp-registrar';
import { until } from '@hostmaster/test-rig/service';
import { type Logger, pino } from 'pino';
import { expect, it, onTestFinished } from 'vitest';

async function open(config: EppTestOptions['config'] = {}) {
  const directory = await createTestDirectory();
  onTestFinished(directory.remove);
  const lines: Record<string, unknown>[] = [];
  const log: Logger = pino({ level: 'info' }, { write: (line) => lines.push(JSON.parse(line)) });
  const place = { dataDir: directory.path, databaseUrl: null };
  const bench = await openEppBench({ place, config, log });
  onTestFinished(() => bench.close());
  return { ...bench, lines };
}

it('is one line for a connection that works', async () => {
  const { registrar, lines, proxy } = await open({ maximumSessions: 3 });
  registrar.connect();
  await until('a line', async () => lines.length > 0);
  const address = `127.0.0.1:${new URL(proxy.url).port}`;
  expect(lines[0]).toMatchObject({
    level: 30,
    msg: 'connected to the registry',
    registry: 'sandbox',
    address,
    server: 'EPP registry front',
    tls: 'TLSv1.3',
    sessions: 3,
  });
  await Promise.all(['a.com', 'b.com', 'c.com'].map((name) => registrar.info(name)));
  expect(lines).toHaveLength(1);
});

it('comes at once for a connection that fails', async () => {
  const { registrar, lines, proxy } = await open();
  proxy.cut();
  registrar.connect();
  await until('a line', async () => lines.length > 0);
  expect(lines[0]).toMatchObject({ level: 40, msg: 'the registry cannot be reached' });
});

it('says that a refused sign-in is not repeated', async () => {
  const { registrar, front, lines } = await open({
    credentials: { clientId: 'hostmaster', password: 'wrong password' },
  });
  for (let attempt = 1; attempt <= 5; attempt += 1) {
    await expect(registrar.info('a.com')).rejects.toThrow(/does not answer/);
  }
  expect(lines.map(({ level, msg }) => [level, msg])).toEqual([
    [50, 'the registry refused the sign-in'],
    [50, expect.stringContaining('change the credentials file')],
  ]);
  expect(lines[1]?.reason).toMatch(/EPP 2200/);
  expect(front.accounts.wrongSignIns('hostmaster')).toBe(2);
});

/**
 * The drill of docs/operations.md: a base backup and archived WAL, then the loss of the machine, and a
 * restore to the moment before a mistake.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { requiredContact as contact } from '@hostmaster/test-rig/contact';
import { requirePrograms } from '@hostmaster/test-rig/debian-packages';
import {
  askPostgres,
  makePostgresDirectory,
  postgresDirectory,
  runAsPostgres,
  startDebianPostgres,
} from '@hostmaster/test-rig/debian-postgres';
import { withSettings } from '@hostmaster/test-rig/debian-server';
import { debianUsers, giveDirectory } from '@hostmaster/test-rig/debian-user';
import { dig, freePort } from '@hostmaster/test-rig/dns-peers';
import { createEngine, createTestDirectory } from '@hostmaster/test-rig/engines';
import { beforeAll, describe, expect, it } from 'vitest';
import { Operator } from '../cli/operator.ts';
import { environmentOf, startProcess } from '../cli/program.ts';
import { repository } from './installation.ts';

const files = join(repository, 'deploy/postgresql');
const minutesMs = 60_000;

beforeAll(() => {
  requirePrograms({
    programs: ['dig'],
    files: [postgresDirectory],
    packages: ['bind9-dnsutils', 'postgresql'],
  });
}, 10 * minutesMs);

describe('PostgreSQL with archived WAL', () => {
  const engine = createEngine('sqlite');

  it('is restored to a point in time', { timeout: 10 * minutesMs }, async () => {
    const directory = (await createTestDirectory()).path;
    giveDirectory(directory, debianUsers.postgres);
    const archive = makePostgresDirectory(directory, 'wal');
    const data = makePostgresDirectory(directory, 'data');
    const base = join(directory, 'base');
    await runAsPostgres(
      {},
      'initdb',
      '-D',
      data,
      '--encoding=UTF8',
      '--locale=C',
      '--auth=trust',
      '--no-sync',
    );
    const settings = withSettings(readFileSync(join(files, 'archive.conf'), 'utf8'), {
      archive_command: `'${files}/archive-wal %p %f ${archive}'`,
    });
    writeFileSync(join(data, 'postgresql.auto.conf'), settings);
    const port = await freePort();
    const first = await startDebianPostgres(engine, { data, port });
    const databaseUrl = `postgres://postgres@127.0.0.1:${port}/postgres`;
    const place = { dataDir: makePostgresDirectory(directory, 'service'), databaseUrl };

    const service = await startProcess(['serve'], environmentOf(place));
    engine.afterwards(() => service.kill());
    const { url, apiKey, dnsPort } = await service.banner();
    const send = (path: string, body?: object) =>
      fetch(`${url}/v1${path}`, {
        method: body === undefined ? 'GET' : 'POST',
        headers: { 'x-api-key': apiKey ?? '', 'content-type': 'application/json' },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
    await runAsPostgres(
      {},
      'pg_basebackup',
      '-D',
      base,
      '-h',
      '127.0.0.1',
      '-p',
      String(port),
      '--checkpoint=fast',
    );
    // All of this is in the archive only.
    expect((await send('/domains', { domain: 'kept-safe.com', contact })).status).toBe(200);
    const record = { type: 'A', name: 'www', value: '192.0.2.34', ttl: 300 };
    expect((await send('/domains/kept-safe.com/dns', record)).status).toBe(200);
    const [before] = await askPostgres(databaseUrl, 'select clock_timestamp()::text as now');
    const mistake = { ...record, name: 'mistake' };
    expect((await send('/domains/kept-safe.com/dns', mistake)).status).toBe(200);
    const serial = await serialOn(dnsPort ?? 0);
    const [last] = await askPostgres(
      databaseUrl,
      'select pg_walfile_name(pg_switch_wal()) as name',
    );
    await expect.poll(() => readdirSync(archive), { timeout: minutesMs }).toContain(last?.name);
    const operator = new Operator(place);
    const { findings } = JSON.parse((await operator.run('doctor', '--json')).stdout) as object & {
      findings: object[];
    };
    expect(findings).toContainEqual(expect.objectContaining({ check: 'backups', result: 'ok' }));
    await service.kill();
    await first.kill();

    const recovery = [
      `restore_command = 'cp ${archive}/%f %p'`,
      `recovery_target_time = '${before?.now}'`,
      `recovery_target_action = 'promote'`,
    ];
    writeFileSync(join(base, 'postgresql.auto.conf'), `${settings}${recovery.join('\n')}\n`);
    await runAsPostgres({}, 'touch', join(base, 'recovery.signal'));
    await startDebianPostgres(engine, { data: base, port });
    const isRecovered = () =>
      askPostgres(databaseUrl, 'select pg_is_in_recovery() as no').catch(() => []);
    await expect.poll(isRecovered, { timeout: minutesMs }).toEqual([{ no: false }]);

    await operator.json('zone', 'republish');
    expect(await operator.json('ledger', 'verify')).toMatchObject({ ok: true });
    expect(await operator.json('registrar', 'reconcile')).toMatchObject({ differences: [] });
    const second = await startProcess(['serve'], environmentOf(place));
    engine.afterwards(() => second.kill());
    const banner = await second.banner();
    expect(await serialOn(banner.dnsPort ?? 0)).toBeGreaterThan(serial);
    const answer = await fetch(`${banner.url}/v1/domains/kept-safe.com/dns`, {
      headers: { 'x-api-key': apiKey ?? '' },
    });
    const { records } = (await answer.json()) as { records: { name: string }[] };
    expect(records.map(({ name }) => name)).toEqual(['www']);
  });
});

async function serialOn(dnsPort: number): Promise<number> {
  const read = async () => (await dig(dnsPort, 'kept-safe.com', 'SOA', '+short')).split(' ')[2];
  await expect.poll(read, { timeout: minutesMs }).toMatch(/^\d+$/);
  return Number(await read());
}

/** The drill: everything is killed, another machine restores, and what was acknowledged is there. */
import { copyFileSync, existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import {
  describeOnBothEngines,
  type TestEngine,
  type TestPlace,
} from '@hostmaster/test-rig/engines';
import { contact } from '@hostmaster/test-rig/service';
import { expect, it } from 'vitest';
import { Operator } from './operator.ts';
import { environmentOf, startAtTerminal, startProcess } from './program.ts';

interface Restored {
  readonly restored: readonly { readonly file: string; readonly at: string }[];
  readonly zones: number;
  readonly ledger: { readonly ok: boolean };
  readonly remaining: readonly string[];
}

describeOnBothEngines('a continuous backup', (engine) => {
  if (engine.name === 'postgres') {
    it('is that of PostgreSQL', async () => {
      const operator = new Operator(await engine.emptyPlace());
      expect(await operator.refused('backup', '--follow', 'x')).toContain('archive_command');
      expect(await operator.refused('restore', 'x')).toContain('PostgreSQL');
    });
    return;
  }

  it('restores everything up to a moment before the machine was lost', async () => {
    const site = await openSite(engine);
    await site.addRecords(20);
    const registered = await site.post('/domains', { domain: 'kept-too.com', contact });
    expect(registered.status).toBe(200);
    await site.copied();
    const acknowledged = site.records();

    // Under load, so that both are in the middle of something.
    const load = site.addRecords(200).catch(() => undefined);
    await expect.poll(site.records).toBeGreaterThan(acknowledged + 5);
    await Promise.all([site.service.kill(), site.follower.kill()]);
    await load;

    const elsewhere = await site.otherMachine();
    const operator = new Operator(elsewhere);
    const answer = await operator.json<Restored>('restore', site.directory);
    expect(answer).toMatchObject({ ledger: { ok: true }, unreadable: [] });
    expect(answer.zones).toBeGreaterThanOrEqual(2);
    expect(answer.remaining).toHaveLength(4);
    expect(answer.restored.map(({ file }) => file)).toEqual([
      join(elsewhere.dataDir, 'hostmaster.db'),
      join(elsewhere.dataDir, 'registry.db'),
    ]);
    expect(countRecords(elsewhere.dataDir)).toBeGreaterThanOrEqual(acknowledged);

    const second = await startProcess(['serve'], environmentOf(elsewhere));
    engine.afterwards(() => second.stop());
    const { url } = await second.banner();
    const found = await fetch(`${url}/v1/domains/kept-too.com`, { headers: site.headers });
    expect(found.status).toBe(200);
    const reconciled = await operator.json('registrar', 'reconcile');
    expect(reconciled).toMatchObject({ differences: [] });
    expect(await operator.refused('restore', site.directory)).toContain('already exists');
  });

  it('asks a person at a terminal what was revoked and replaced since, and does it', async () => {
    const site = await openSite(engine);
    const turnOn = async () => (await site.call('PUT', '/domains/kept-safe.com/dnssec')).status;
    await expect.poll(turnOn).toBe(200);
    await site.addRecords(1);
    await site.copied();
    const elsewhere = await site.otherMachine();
    const operator = new Operator(elsewhere);
    const command = await startAtTerminal(['restore', site.directory], environmentOf(elsewhere));
    engine.afterwards(() => command.kill());
    await expect.poll(command.output).toContain('API keys that were revoked since then');
    const [key] = keysIn(elsewhere.dataDir);
    command.type(`${key} key_unknown`);
    await expect.poll(command.output).toContain('Domains whose DNSSEC key was replaced since then');
    expect(command.output()).toContain(`Revoked ${key}.`);
    expect(command.output()).toContain('Key key_unknown not found.');
    command.type('kept-safe.com');
    expect(await command.ended).toBe(0);
    expect(command.output()).toMatch(/3\. Compare top-ups.*\s*$/);
    expect(command.output()).not.toContain('Revoke API keys again');
    expect(await operator.json('dnssec', 'status', 'kept-safe.com')).toMatchObject({
      state: 'turning_off',
    });
    const second = await startProcess(['serve'], environmentOf(elsewhere));
    engine.afterwards(() => second.stop());
    const { url } = await second.banner();
    const refused = await fetch(`${url}/v1/domains`, { headers: site.headers });
    expect(refused.status).toBe(401);
  });

  it('is continued after a restart, and tells the doctor', async () => {
    const site = await openSite(engine);
    await site.addRecords(3);
    await site.copied();
    expect(await site.follower.stop()).toMatchObject({ code: 0, stderr: '' });
    await site.addRecords(3);
    const again = await startProcess(
      ['backup', '--follow', site.directory],
      environmentOf(site.place),
    );
    engine.afterwards(() => again.stop());
    await site.copied();
    expect(readdirSync(join(site.directory, 'hostmaster'))).toHaveLength(1);
    const doctor = await new Operator(site.place).run('doctor', '--json');
    expect(doctor.stdout).toContain(site.directory);
    await site.service.stop();
    expect(await again.stop()).toMatchObject({ code: 0, stderr: '' });
  });

  it('waits for a directory that cannot be written', async () => {
    const site = await openSite(engine);
    await site.copied();
    const chains = join(site.directory, 'registry');
    rmSync(chains, { recursive: true });
    writeFileSync(chains, 'in the way');
    await site.follower.stop();
    const again = await startProcess(
      ['backup', '--follow', site.directory],
      environmentOf(site.place),
    );
    engine.afterwards(() => again.stop());
    await expect.poll(again.errors).toMatch(/^hostmaster: The backup waits and tries again: .*\n$/);
    rmSync(chains);
    await expect.poll(again.output).toContain('Every change is copied');
    await site.copied();
  });

  it('refuses what it cannot do', async () => {
    const place = await engine.emptyPlace();
    const operator = new Operator(place);
    expect(await operator.refused('backup')).toContain('either a file or --follow');
    expect(await operator.refused('backup', 'x', '--follow', 'y')).toContain('either a file or');
    expect(await operator.refused('backup', '--follow', 'y')).toContain('does not exist');
    expect(await operator.refused('restore', 'nowhere')).toContain('secret.key is missing');
    await operator.json('workspace', 'create', '--name', 'First');
    const keep = ['backup', '--follow', join(place.dataDir, 'b'), '--keep', 'long'];
    expect(await operator.refused(...keep)).toContain('--keep must be a duration');
    const elsewhere = await otherMachine(engine, place);
    const empty = new Operator(elsewhere);
    expect(await empty.refused('restore', place.dataDir)).toContain('has no backup');
    expect(existsSync(join(elsewhere.dataDir, 'hostmaster.db'))).toBe(false);
  });
});

async function openSite(engine: TestEngine) {
  const place = await engine.emptyPlace();
  const directory = join((await engine.emptyPlace()).dataDir, 'follow');
  const service = await startProcess(['serve'], environmentOf(place));
  engine.afterwards(() => service.stop());
  const { url, apiKey } = await service.banner();
  const headers = { 'x-api-key': apiKey ?? '', 'content-type': 'application/json' };
  const call = (method: string, path: string, body: object = {}) =>
    fetch(`${url}/v1${path}`, { method, headers, body: JSON.stringify(body) });
  const post = (path: string, body: object) => call('POST', path, body);
  expect((await post('/domains', { domain: 'kept-safe.com', contact })).status).toBe(200);
  const follower = await startProcess(['backup', '--follow', directory], environmentOf(place));
  engine.afterwards(() => follower.stop());
  await expect.poll(follower.output).toContain('Every change is copied');
  let count = 0;
  return {
    place,
    directory,
    service,
    follower,
    headers,
    call,
    post,
    records: () => countRecords(place.dataDir),
    async addRecords(more: number): Promise<void> {
      for (const last = count + more; count < last; ) {
        count += 1;
        const body = { type: 'TXT', name: `n${count}`, value: `value ${count}`, ttl: 300 };
        expect((await post('/domains/kept-safe.com/dns', body)).status).toBe(200);
      }
    },
    /** Waits until a restore has what is there now. */
    async copied(): Promise<void> {
      const wanted = countRecords(place.dataDir);
      const look = async () => {
        const other = await otherMachine(engine, place);
        await new Operator(other).json('restore', directory);
        return countRecords(other.dataDir);
      };
      await expect.poll(look).toBe(wanted);
    },
    otherMachine: () => otherMachine(engine, place),
  };
}

/** An empty data directory with the secret file. */
async function otherMachine(engine: TestEngine, { dataDir }: TestPlace): Promise<TestPlace> {
  const place = await engine.emptyPlace();
  mkdirSync(place.dataDir, { recursive: true });
  copyFileSync(join(dataDir, 'secret.key'), join(place.dataDir, 'secret.key'));
  return place;
}

function countRecords(dataDir: string): number {
  const [row] = read(dataDir, 'select count(*) as count from records');
  return Number(row?.count);
}

function keysIn(dataDir: string): string[] {
  return read(dataDir, 'select id from api_keys').map(({ id }) => String(id));
}

function read(dataDir: string, sql: string) {
  const database = new DatabaseSync(join(dataDir, 'hostmaster.db'), { readOnly: true });
  try {
    return database.prepare(sql).all();
  } finally {
    database.close();
  }
}

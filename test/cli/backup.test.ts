/** A backup made beside the running service holds what was acknowledged, and can be started from. */
import { copyFile, mkdir, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describeOnBothEngines, type TestPlace } from '@hostmaster/test-rig/engines';
import { contact } from '@hostmaster/test-rig/service';
import { expect, it } from 'vitest';
import { Operator } from './operator.ts';
import { environmentOf, startProcess } from './program.ts';

describeOnBothEngines('backup', (engine) => {
  if (engine.name === 'postgres') {
    it('names pg_dump', async () => {
      const operator = new Operator(await engine.emptyPlace());
      expect(await operator.refused('backup', 'today.db', '--json')).toContain('pg_dump');
    });
    return;
  }

  it('copies both databases, which can be restored', async () => {
    const place = await engine.emptyPlace();
    const service = await startProcess(['serve'], environmentOf(place));
    engine.afterwards(() => service.stop());
    const { url, apiKey } = await service.banner();
    const headers = { 'x-api-key': apiKey ?? '', 'content-type': 'application/json' };
    const registered = await fetch(`${url}/v1/domains`, {
      method: 'POST',
      headers,
      body: JSON.stringify({ domain: 'kept-safe.com', contact }),
    });
    expect(registered.status).toBe(200);
    const operator = new Operator(place);
    const copies = (await engine.emptyPlace()).dataDir;
    const file = join(copies, 'today.db');

    const { files } = await operator.json<{ files: string[] }>('backup', file);
    expect(files).toEqual([file, join(copies, 'today.registry.db')]);
    for (const copy of files) expect(integrityOf(copy)).toBe('ok');

    const before = await Promise.all(files.map(async (copy) => (await stat(copy)).mtimeMs));
    expect(await operator.refused('backup', file)).toContain(`${file} already exists`);
    const deeper = join(copies, 'new', 'folder', 'today.db');
    const made = await operator.json<{ files: string[] }>('backup', deeper);
    expect(made.files[0]).toBe(deeper);
    expect((await stat(join(copies, 'new', 'folder'))).mode & 0o777).toBe(0o700);
    const inFile = join(file, 'today.db');
    expect(await operator.refused('backup', inFile)).toContain(`${file} cannot be created`);
    const after = await Promise.all(files.map(async (copy) => (await stat(copy)).mtimeMs));
    expect(after).toEqual(before);

    const restored = await restore(files, { from: place, into: join(copies, 'restored') });
    expect(await new Operator(restored).json('ledger', 'verify')).toMatchObject({ ok: true });
    const second = await startProcess(['serve'], environmentOf(restored));
    engine.afterwards(() => second.stop());
    const found = await fetch(`${(await second.banner()).url}/v1/domains/kept-safe.com`, {
      headers,
    });
    expect(found.status).toBe(200);
  });

  it('in production copies the one database that there is', async () => {
    const place = await engine.emptyPlace();
    const file = (name: string) => join(place.dataDir, name);
    const registry = { name: 'r', tlds: ['com'], host: 'epp.invalid', credentialsFile: 'l.json' };
    await writeFile(file('l.json'), JSON.stringify({ clientId: 'ours', password: 'secret' }));
    await writeFile(file('epp.json'), JSON.stringify({ registries: [registry] }));
    const operator = new Operator(place, {
      HOSTMASTER_REGISTRAR: 'epp',
      HOSTMASTER_EPP_CONFIG: file('epp.json'),
    });
    await operator.json('workspace', 'create', '--name', 'First');
    const { files } = await operator.json<{ files: string[] }>('backup', file('today.db'));
    expect(files).toEqual([file('today.db')]);
    expect(integrityOf(file('today.db'))).toBe('ok');
  });
});

/** As docs/operations.md says. */
async function restore(
  files: readonly string[],
  places: { readonly from: TestPlace; readonly into: string },
): Promise<TestPlace> {
  const [database = '', registry = ''] = files;
  await mkdir(places.into);
  await copyFile(database, join(places.into, 'hostmaster.db'));
  await copyFile(registry, join(places.into, 'registry.db'));
  await copyFile(join(places.from.dataDir, 'secret.key'), join(places.into, 'secret.key'));
  return { dataDir: places.into, databaseUrl: null };
}

function integrityOf(file: string): unknown {
  const database = new DatabaseSync(file, { readOnly: true });
  try {
    return database.prepare('pragma integrity_check').get()?.integrity_check;
  } finally {
    database.close();
  }
}

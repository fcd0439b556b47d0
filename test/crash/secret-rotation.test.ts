/** The key of secrets at rest is replaced while processes run, also when the command is killed. */

import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { ApiClient } from '@hostmaster/test-rig/api-client';
import { describeOnBothEngines, type TestPlace } from '@hostmaster/test-rig/engines';
import { runCommand, startCommand, startServer } from '@hostmaster/test-rig/process';
import { contact, until } from '@hostmaster/test-rig/service';
import { expect, it } from 'vitest';
import { openSecretBox } from '../../packages/server/src/base/secret-box.ts';
import { persistChange } from '../../packages/server/src/changes/persist.ts';
import { openDatabase } from '../../packages/server/src/storage/open-database.ts';
import { sealedColumns } from '../../packages/server/src/storage/queries/sealed-secrets.ts';
import { insert } from '../../packages/server/src/storage/row-write.ts';
import type { HostmasterDatabase } from '../../packages/server/src/storage/schema.ts';
import { updateKeys } from '../../packages/server/src/storage/tables/keys/update-keys.ts';

const apiKey = 'rotation-key-of-sixteen-or-more';
const environment = { HOSTMASTER_FIRST_API_KEY: apiKey, HOSTMASTER_SANDBOX_DELAY: '1ms' };
/** More than one page. */
const tsigKeyCount = 600;
/** Their auth codes are sealed in two rows. */
const transferCount = 60;

describeOnBothEngines('hostmaster secret rotate', (engine) => {
  it('ends an interrupted rotation, and running processes need no restart', async () => {
    const place = await engine.place();
    const servers = [await startServer(engine, { place, environment })];
    if (engine.name === 'postgres') servers.push(await startServer(engine, { place, environment }));
    const clients = servers.map(({ url }) => new ApiClient({ url, apiKey }));
    engine.afterwards(async () => {
      for (const client of clients) client.close();
    });
    const database = await openDatabase({ ...place, databaseConnections: 2 });
    engine.afterwards(() => database.close());
    const file = join(place.dataDir, 'secret.key');
    const keysOf = async () => (await readFile(file, 'utf8')).trim().split('\n');
    const registerOnEach = async (word: string) => {
      for (const [index, client] of clients.entries()) {
        const domain = `${word}-${index}.com`;
        await client.call('registerDomain', { domain, contact });
        await until('it is live', async () => (await authCodeOf(place, domain)) !== null);
      }
    };

    await registerOnEach('before');
    await clients[0]?.call('createBulk', {
      kind: 'transfer',
      contact,
      transfers: Array.from({ length: transferCount }, (_, index) => ({
        domain: `coming-${index}.com`,
        authCode: `Code-${index}`,
      })),
    });
    const { workspaceId } = await workspaceOf(place);
    await addTsigKeys(database, { file, workspaceId });
    const [firstKey] = await keysOf();
    const oldValues = await sealedValues(database);
    const authCode = await authCodeOf(place, 'before-0.com');

    const interrupted = await startCommand(place, 'secret', 'rotate', '--wait', '1h');
    await until('the rotation has begun', async () => (await keysOf()).length === 2);
    interrupted.kill();
    expect((await interrupted.ended).signal).toBe('SIGKILL');
    expect((await keysOf())[1]).toBe(firstKey);
    expect(await authCodeOf(place, 'before-0.com')).toBe(authCode);
    await registerOnEach('between');
    await putBack(database, oldValues);

    const { code, stdout, stderr } = await runCommand(
      place,
      ...['secret', 'rotate', '--wait', '50ms', '--json'],
    );
    expect(code, stderr).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ unreadable: [] });
    const keys = await keysOf();
    expect(keys).toHaveLength(1);
    expect(keys).not.toContain(firstKey);
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect(await authCodeOf(place, 'before-0.com')).toBe(authCode);

    await registerOnEach('after');
    const box = openSecretBox(file);
    const values = await sealedValues(database);
    // Each domain has an auth code and a registrant; the bulk operation has its parameters and two rows
    // of auth codes; the probe is one more.
    expect(values).toHaveLength(tsigKeyCount + 3 * servers.length * 2 + 3 + 1);
    expect(values.filter(({ sealed }) => !box.isCurrent(sealed))).toEqual([]);
  });
});

const pageRows = 500;

interface SealedValue {
  readonly column: number;
  readonly key: string;
  readonly sealed: string;
}

async function sealedValues(database: HostmasterDatabase): Promise<SealedValue[]> {
  const values: SealedValue[] = [];
  for (const [column, { list }] of sealedColumns.entries()) {
    let rows = await database.all(list, { after: '', limit: pageRows });
    while (rows.length > 0) {
      for (const { key, sealed } of rows) if (sealed !== null) values.push({ column, key, sealed });
      rows = await database.all(list, { after: rows.at(-1)?.key ?? '', limit: pageRows });
    }
  }
  return values;
}

/** As a change does that sealed with the previous key and commits late. */
async function putBack(database: HostmasterDatabase, values: SealedValue[]): Promise<void> {
  const now = await sealedValues(database);
  const late = values.find(({ key }) => key.startsWith('dom_'));
  const current = now.find(({ key }) => key === late?.key);
  const replace = sealedColumns[0]?.replace;
  if (late === undefined || current === undefined) throw new Error('There is no such domain.');
  const row = replace?.({ key: late.key, before: current.sealed, sealed: late.sealed });
  await persistChange(database, { rows: row === undefined ? [] : [row] });
}

async function addTsigKeys(
  database: HostmasterDatabase,
  { file, workspaceId }: { readonly file: string; readonly workspaceId: string },
): Promise<void> {
  const box = openSecretBox(file);
  const keys = Array.from({ length: tsigKeyCount }, (_, index) => ({
    name: `key-${index}`,
    workspaceId,
    domainName: 'before-0.com',
    namePattern: '*',
    types: null,
    algorithm: 'hmac-sha256' as const,
    secret: box.seal(`secret ${index}`),
    createdAt: 0,
    expiresAt: null,
    revokedAt: null,
    expiryNotedAt: null,
    lastUsedAt: null,
    createdBy: null,
    mayTransfer: false,
    allDomains: false,
    moreDomains: null,
  }));
  await persistChange(database, { rows: keys.map((key) => insert(updateKeys, key)) });
}

async function workspaceOf(place: TestPlace): Promise<{ workspaceId: string }> {
  const { stdout } = await runCommand(place, 'domain', 'show', 'before-0.com', '--json');
  return JSON.parse(stdout) as { workspaceId: string };
}

/** Null while the registration is in progress. */
async function authCodeOf(place: TestPlace, domain: string): Promise<string | null> {
  const { code, stdout } = await runCommand(place, 'domain', 'auth-code', domain, '--json');
  return code === 0 ? (JSON.parse(stdout) as { authCode: string }).authCode : null;
}

/** Registrant contacts of an earlier version are encrypted once no process of it runs (docs/adr/0050). */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ApiClient, expectRefusal } from '@hostmaster/test-rig/api-client';
import {
  createEngine,
  describeOnBothEngines,
  type TestEngine,
  type TestPlace,
} from '@hostmaster/test-rig/engines';
import { runCommand, type ServerProcess, startServer } from '@hostmaster/test-rig/process';
import { runStatement } from '@hostmaster/test-rig/run-statement';
import { contact, until } from '@hostmaster/test-rig/service';
import pg from 'pg';
import { describe, expect, it } from 'vitest';
import { openSecretBox } from '../../packages/server/src/base/secret-box.ts';
import {
  copyContacts,
  countPlainContacts,
  forgetSealing,
  storedContacts,
} from '../storage/plain-contacts.ts';

const apiKey = 'sealing-key-of-sixteen-or-more';
const usual = { HOSTMASTER_FIRST_API_KEY: apiKey, HOSTMASTER_SANDBOX_DELAY: '1ms' };
const atOnce = { HOSTMASTER_CONTACT_ENCRYPTION_DELAY: '0s' };

describeOnBothEngines('contacts of an earlier version', (engine) => {
  it('stay as it reads them during the delay, and are encrypted page by page afterwards', async () => {
    const place = await engine.place();
    await forgetSealing(place);
    await run(engine, place, {}, async (client) => {
      await register(client, place, 'old.com');
      await copyContacts(place, 250);
    });
    expect(await countPlainContacts(place)).toBe(251);
    const [waiting] = await readState(place);
    expect(waiting).toMatchObject({ began: null, required: null });
    expect(waiting?.alone).not.toBeNull();

    await run(engine, place, atOnce, async () => {});
    expect(await countPlainContacts(place)).toBe(0);
    const [sealed] = await readState(place);
    expect(sealed).toMatchObject({ required: 108 });
    expect(sealed?.began).not.toBeNull();
    await run(engine, place, {}, async (client) => {
      expect((await client.call('getContact', { domain: 'old.com' })).contact).toEqual(contact);
      await register(client, place, 'new.com');
      expect(await countPlainContacts(place)).toBe(0);
    });
  });

  it('503: with another secret file they are not read, and nothing is encrypted with it', async () => {
    const place = await engine.place();
    await run(engine, place, {}, (client) => register(client, place, 'first.com'));
    const file = join(place.dataDir, 'secret.key');
    const right = await readFile(file);
    await writeFile(file, `${'5e'.repeat(32)}\n`);
    await run(engine, place, {}, async (client, server) => {
      expect(server.output()).toContain('the secret file does not open the registrant contacts');
      const refused = await client.request('getContact', { domain: 'first.com' });
      expectRefusal(refused, { status: 503, code: 'storage_unavailable' });
      expect(JSON.stringify(refused.body)).toContain('restore the secret file');
      await client.call('registerDomain', { domain: 'second.com', contact });
      expect(await countPlainContacts(place)).toBe(1);
      const { code, stdout } = await runCommand(place, 'doctor');
      expect(stdout).toContain('secret.key does not open the registrant contacts');
      expect(code).toBe(1);
      // With the right file they are read again, without a restart.
      await writeFile(file, right);
      for (const domain of ['first.com', 'second.com']) {
        expect((await client.call('getContact', { domain })).contact).toEqual(contact);
      }
    });
    expect(await countPlainContacts(place)).toBe(0);
    const box = openSecretBox(file);
    for (const stored of await storedContacts(place)) {
      expect(JSON.parse(box.open(stored))).toEqual(contact);
    }
  });

  it('are encrypted again by "secret rotate", while the service runs', async () => {
    const place = await engine.place();
    await run(engine, place, {}, async (client) => {
      await register(client, place, 'rotated.com');
      const before = await storedContacts(place);
      const { code, stderr } = await runCommand(place, 'secret', 'rotate', '--wait', '50ms');
      expect(code, stderr).toBe(0);
      const box = openSecretBox(join(place.dataDir, 'secret.key'));
      const after = await storedContacts(place);
      expect(after).not.toEqual(before);
      expect(after.map((stored) => box.isCurrent(stored))).toEqual([true]);
      const answer = await client.call('getContact', { domain: 'rotated.com' });
      expect(answer.contact).toEqual(contact);
    });
    // The probe was encrypted again too.
    await run(engine, place, {}, async (_, server) => {
      expect(server.output()).not.toContain('the secret file does not');
    });
  });
});

describe('a process of an earlier version on PostgreSQL', () => {
  const engine = createEngine('postgres');

  it.each(['hostmaster', 'hostmaster 0101'])('called %s puts it off', async (name) => {
    const place = await engine.place();
    await forgetSealing(place);
    const earlier = new pg.Client({
      connectionString: place.databaseUrl ?? '',
      application_name: name,
    });
    await earlier.connect();
    try {
      await run(engine, place, atOnce, (client) => register(client, place, 'beside.com'));
      expect(await countPlainContacts(place)).toBe(1);
      expect(await readState(place)).toEqual([{ alone: null, began: null, required: null }]);
    } finally {
      await earlier.end();
    }
    await run(engine, place, atOnce, async () => {});
    expect(await countPlainContacts(place)).toBe(0);
  });
});

/** The last look at contacts is part of a stop, so that it is over when this resolves. */
async function run(
  engine: TestEngine,
  place: TestPlace,
  settings: Readonly<Record<string, string>>,
  work: (client: ApiClient, server: ServerProcess) => Promise<void>,
): Promise<void> {
  const server = await startServer(engine, { place, environment: { ...usual, ...settings } });
  const client = new ApiClient({ url: server.url, apiKey });
  try {
    await work(client, server);
  } finally {
    client.close();
    server.kill('SIGTERM');
    expect(await server.exited).toEqual({ code: 0, signal: null });
  }
}

async function register(client: ApiClient, place: TestPlace, domain: string): Promise<void> {
  await client.call('registerDomain', { domain, contact });
  await until(`${domain} is live`, async () => {
    const { code } = await runCommand(place, 'domain', 'auth-code', domain, '--json');
    return code === 0;
  });
}

interface State {
  readonly alone: string | number | null;
  readonly began: string | number | null;
  readonly required: number | null;
}

function readState(place: TestPlace): Promise<State[]> {
  return runStatement(
    place,
    `select alone_since as alone, began_at as began, requires as required
     from contact_sealing, schema_migrations where version = 108`,
  );
}

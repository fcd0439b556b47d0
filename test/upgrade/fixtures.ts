/**
 * Data of the baseline, kept as files: the data directory that it left behind on SQLite, and on
 * PostgreSQL a dump: its migrations and one statement per table. Written again only by
 * HOSTMASTER_WRITE_FIXTURES=true, by a run of the baseline itself.
 */
import { copyFile, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import type { TestPlace } from '@hostmaster/test-rig/engines';
import pg from 'pg';
import { readBaseline, readBaselineFiles } from './baseline-tree.ts';
import type { Customer } from './customer.ts';

const databaseFiles = ['hostmaster.db', 'registry.db'];
const keyFile = 'secret.key';
const schemas = [
  {
    name: 'hostmaster',
    now: 'packages/server/src/storage/migrations/',
    before: 'packages/server/src/storage/migrations/',
  },
  {
    name: 'hostmaster_registry',
    now: 'packages/registry/src/storage/migrations/',
    before: 'packages/server/src/registrars/sandbox/storage/migrations/',
  },
];

/** Where migrations are now, and where the baseline has them. */
export const migrationDirectories = schemas.map(({ now, before }) => ({ now, before }));
export const isWritingFixtures = process.env.HOSTMASTER_WRITE_FIXTURES === 'true';

/** Puts the fixture's data into an empty place and returns the customer that left it. */
export async function restoreFixture(place: TestPlace): Promise<Customer> {
  const directory = await fixtureDirectory(place);
  await copyFile(join(directory, keyFile), join(place.dataDir, keyFile));
  if (place.databaseUrl === null) {
    for (const file of databaseFiles) {
      await writeFile(join(place.dataDir, file), await readCompressed(join(directory, file)));
    }
  } else {
    const dump = await readCompressed(join(directory, 'dump.sql'));
    await withClient(place.databaseUrl, (client) => client.query(dump.toString('utf8')));
  }
  return JSON.parse(await readFile(join(directory, 'customer.json'), 'utf8')) as Customer;
}

/** The place must be at rest. */
export async function writeFixture(place: TestPlace, customer: Customer): Promise<void> {
  const directory = await fixtureDirectory(place);
  await mkdir(directory, { recursive: true });
  await copyFile(join(place.dataDir, keyFile), join(directory, keyFile));
  if (place.databaseUrl === null) {
    for (const file of databaseFiles) {
      await writeCompressed(join(directory, file), await readFile(join(place.dataDir, file)));
    }
  } else {
    const dump = await withClient(place.databaseUrl, dumpDatabase);
    await writeCompressed(join(directory, 'dump.sql'), Buffer.from(dump));
  }
  await writeFile(join(directory, 'customer.json'), `${JSON.stringify(customer, null, 2)}\n`);
}

async function dumpDatabase(client: pg.Client): Promise<string> {
  const parts = ["set session_replication_role = 'replica';"];
  for (const { name, before } of schemas) {
    const files = await readBaselineFiles(before);
    parts.push(
      `create schema ${name};`,
      `set search_path = ${name};`,
      'create table schema_migrations (version integer primary key, name text not null);',
      ...files.values(),
    );
    const tables = await client.query<{ name: string }>(
      'select table_name as name from information_schema.tables where table_schema = $1 order by 1',
      [name],
    );
    for (const table of tables.rows) {
      const { rows } = await client.query<{ text: string | null }>(
        `select json_agg(t)::text as text from ${name}.${table.name} as t`,
      );
      parts.push(
        `delete from ${table.name};`,
        `insert into ${table.name} select * from json_populate_recordset(null::${table.name}, ${client.escapeLiteral(rows[0]?.text ?? '[]')});`,
      );
    }
  }
  return parts.join('\n');
}

async function withClient<T>(url: string, use: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await use(client);
  } finally {
    await client.end();
  }
}

async function fixtureDirectory(place: TestPlace): Promise<string> {
  const { version } = await readBaseline();
  const engine = place.databaseUrl === null ? 'sqlite' : 'postgres';
  return fileURLToPath(new URL(`./fixtures/${version}/${engine}`, import.meta.url));
}

async function readCompressed(file: string): Promise<Buffer> {
  return promisify(gunzip)(await readFile(`${file}.gz`));
}

async function writeCompressed(file: string, content: Buffer): Promise<void> {
  await writeFile(`${file}.gz`, await promisify(gzip)(content));
}

/**
 * PowerDNS with its caches on and its HTTP API, with zones as that API creates them (each change raises
 * the serial) in a database of its own: SQLite, or a schema of a PostgreSQL. Its commits are durable: it
 * sets the journal mode WAL and leaves `synchronous` at FULL.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import pg from 'pg';
import type { BenchPostgres } from './postgres.ts';
import { untilAnswered } from './until-answered.ts';

const program = '/usr/sbin/pdns_server';
const schemas = {
  sqlite: '/usr/share/pdns-backend-sqlite3/schema/schema.sqlite3.sql',
  postgres: '/usr/share/pdns-backend-pgsql/schema/schema.pgsql.sql',
};

export interface PowerDns {
  readonly process: ChildProcess;
  readonly port: number;
  readonly apiPort: number;
}

interface Size {
  readonly zones: number;
  readonly recordsPerZone: number;
}

/** Null where it is not installed. */
export async function startPowerDns(
  directory: string,
  options: Size & { readonly apiKey: string; readonly postgres?: BenchPostgres | null },
): Promise<PowerDns | null> {
  const { postgres = null } = options;
  const schema = schemas[postgres === null ? 'sqlite' : 'postgres'];
  if (!existsSync(program) || !existsSync(schema)) return null;
  // Below the ports that the system gives to outgoing connections.
  const port = 20_000 + (process.pid % 12_000);
  const settings = {
    'config-dir': directory,
    'socket-dir': directory,
    'local-address': '127.0.0.1',
    'local-port': port,
    loglevel: 3,
    webserver: 'yes',
    'webserver-address': '127.0.0.1',
    'webserver-port': port + 1,
    api: 'yes',
    'api-key': options.apiKey,
    ...(postgres === null
      ? fillSqlite(join(directory, 'pdns.sqlite3'), options)
      : await fillPostgres(postgres, options)),
  };
  const args = Object.entries(settings).map(([name, value]) => `--${name}=${value}`);
  const server = spawn(program, args, { stdio: 'ignore' });
  await untilAnswered(server, port);
  return { process: server, port, apiPort: port + 1 };
}

function fillSqlite(file: string, size: Size): Record<string, string> {
  const database = new DatabaseSync(file);
  database.exec(readFileSync(schemas.sqlite, 'utf8'));
  database.exec('begin');
  const zone = database.prepare(`insert into domains (id, name, type) values (?, ?, 'NATIVE')`);
  const record = database.prepare(
    'insert into records (domain_id, name, type, content, ttl, auth) values (?, ?, ?, ?, 300, 1)',
  );
  const metadata = database.prepare(
    `insert into domainmetadata (domain_id, kind, content) values (?, 'SOA-EDIT-API', 'DEFAULT')`,
  );
  for (let id = 0; id < size.zones; id += 1) {
    const name = `zone-${id}.com`;
    zone.run(id, name);
    metadata.run(id);
    record.run(id, name, 'SOA', 'ns1.example.net hostmaster.example.net 1 3600 600 86400 300');
    record.run(id, name, 'NS', 'ns1.example.net');
    for (let index = 0; index < size.recordsPerZone; index += 1) {
      record.run(id, `host${index}.${name}`, 'A', `192.0.2.${index}`);
    }
  }
  database.exec('commit');
  database.close();
  return { launch: 'gsqlite3', 'gsqlite3-database': file };
}

async function fillPostgres({ url }: BenchPostgres, size: Size): Promise<Record<string, string>> {
  const { hostname, port, username, password, pathname } = new URL(url);
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query('create schema powerdns');
  await client.query('set search_path = powerdns');
  await client.query(readFileSync(schemas.postgres, 'utf8'));
  const count = size.zones - 1;
  await client.query(`insert into domains (id, name, type)
    select n + 1, 'zone-' || n || '.com', 'NATIVE' from generate_series(0, ${count}) as n`);
  await client.query(`insert into domainmetadata (domain_id, kind, content)
    select n + 1, 'SOA-EDIT-API', 'DEFAULT' from generate_series(0, ${count}) as n`);
  await client.query(`insert into records (domain_id, name, type, content, ttl, auth)
    select n + 1, 'zone-' || n || '.com', 'SOA', 'ns1.example.net hostmaster.example.net 1 3600 600 86400 300', 300, true
    from generate_series(0, ${count}) as n`);
  await client.query(`insert into records (domain_id, name, type, content, ttl, auth)
    select n + 1, 'host' || i || '.zone-' || n || '.com', 'A', '192.0.2.' || i, 300, true
    from generate_series(0, ${count}) as n, generate_series(1, ${size.recordsPerZone}) as i`);
  await client.end();
  return {
    launch: 'gpgsql',
    'gpgsql-host': hostname,
    'gpgsql-port': port,
    'gpgsql-user': username,
    'gpgsql-password': password,
    'gpgsql-dbname': pathname.slice(1),
    'gpgsql-extra-connection-parameters': 'options=-csearch_path=powerdns',
  };
}

/** PowerDNS with its caches on, with the zones of `createZones` in a SQLite database of its own. */
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as pause } from 'node:timers/promises';
import { makeQuery, Name, rrTypes } from '@hostmaster/dns';
import { exchange } from '@hostmaster/dns/node';

const program = '/usr/sbin/pdns_server';
const schema = '/usr/share/pdns-backend-sqlite3/schema/schema.sqlite3.sql';

/** Null where it is not installed. */
export async function startPowerDns(
  directory: string,
  size: { readonly zones: number; readonly recordsPerZone: number },
): Promise<{ readonly process: ChildProcess; readonly port: number } | null> {
  if (!existsSync(program) || !existsSync(schema)) return null;
  const file = join(directory, 'pdns.sqlite3');
  fillDatabase(file, size);
  const port = 20_000 + (process.pid % 20_000);
  const settings = {
    'config-dir': directory,
    'socket-dir': directory,
    'local-address': '127.0.0.1',
    'local-port': port,
    launch: 'gsqlite3',
    'gsqlite3-database': file,
    loglevel: 3,
  };
  const args = Object.entries(settings).map(([name, value]) => `--${name}=${value}`);
  const server = spawn(program, args, { stdio: ['ignore', 'ignore', 'inherit'] });
  await untilAnswered(port);
  return { process: server, port };
}

function fillDatabase(
  file: string,
  size: { readonly zones: number; readonly recordsPerZone: number },
): void {
  const database = new DatabaseSync(file);
  database.exec(readFileSync(schema, 'utf8'));
  database.exec('begin');
  const zone = database.prepare(`insert into domains (id, name, type) values (?, ?, 'NATIVE')`);
  const record = database.prepare(
    'insert into records (domain_id, name, type, content, ttl, auth) values (?, ?, ?, ?, 300, 1)',
  );
  for (let id = 0; id < size.zones; id += 1) {
    const name = `zone-${id}.com`;
    zone.run(id, name);
    record.run(id, name, 'SOA', 'ns1.example.net hostmaster.example.net 1 3600 600 86400 300');
    record.run(id, name, 'NS', 'ns1.example.net');
    for (let index = 0; index < size.recordsPerZone; index += 1) {
      record.run(id, `host${index}.${name}`, 'A', `192.0.2.${index}`);
    }
  }
  database.exec('commit');
  database.close();
}

async function untilAnswered(port: number): Promise<void> {
  const question = { name: Name.parse('zone-0.com'), type: rrTypes.SOA };
  const nowSeconds = () => Math.floor(Date.now() / 1_000);
  const options = { address: '127.0.0.1', port, timeoutMs: 500, nowSeconds };
  for (;;) {
    try {
      const { answers } = await exchange(makeQuery(1, question), options);
      if (answers.length > 0) return;
    } catch {
      // It is still starting.
    }
    await pause(50);
  }
}

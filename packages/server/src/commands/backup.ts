/** hostmaster backup: a consistent copy of both SQLite files while the service runs. */
import { existsSync, mkdirSync } from 'node:fs';
import { dirname, extname, join, resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Command } from 'commander';
import { sqliteFileName } from '../storage/open-database.ts';
import { CommandError, configOf, type StoreFlags, storeCommand } from './command.ts';
import { noteBackup } from './last-backup.ts';
import { print } from './print.ts';

export function registerBackup(program: Command): void {
  storeCommand(program, 'backup', 'back up the databases; works while the service runs')
    .argument('<file>', 'backup file; the sandbox registry is written next to it')
    .action(backup);
}

async function backup(file: string, flags: StoreFlags): Promise<void> {
  const config = configOf(flags);
  if (config.databaseUrl !== null) {
    throw new CommandError('The database is PostgreSQL. Use pg_dump "$DATABASE_URL" instead.');
  }
  const target = resolve(file);
  // Our database first: a newer registry copy can be reconciled by queries, an older one cannot.
  const copies = [
    { from: join(config.dataDir, sqliteFileName), to: target },
    // Registries over EPP keep their own.
    ...(config.registrar === 'sandbox'
      ? [{ from: join(config.dataDir, 'registry.db'), to: registryCopy(target) }]
      : []),
  ];
  for (const { from, to } of copies) {
    if (!existsSync(from)) throw new CommandError(`${from} does not exist; check --data-dir.`);
    if (existsSync(to)) throw new CommandError(`${to} already exists. Choose another file.`);
  }
  createFolder(dirname(target));
  for (const { from, to } of copies) copy(from, to);
  noteBackup(config.dataDir, target);
  const files = copies.map(({ to }) => to);
  print(flags, { files }, [
    ...files.map((path) => `Wrote ${path}`),
    `Store ${config.secretFile} with the backup in a safe place: it decrypts the encrypted fields.`,
  ]);
}

/** Only for its owner, as the data directory: the copies have customers' data. */
function createFolder(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
  } catch (error) {
    throw new CommandError(`${folder} cannot be created: ${(error as Error).message}`);
  }
}

function copy(from: string, to: string): void {
  const source = new DatabaseSync(from, { readOnly: true, timeout: 10_000 });
  try {
    source.prepare('vacuum into ?').run(to);
  } finally {
    source.close();
  }
}

/** `backup.db` and `backup.registry.db`. */
function registryCopy(target: string): string {
  const extension = extname(target);
  return `${target.slice(0, target.length - extension.length)}.registry${extension}`;
}

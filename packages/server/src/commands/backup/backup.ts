/** hostmaster backup: consistent copies of both SQLite files while the service runs, once or all the time. */
import { existsSync, mkdirSync } from 'node:fs';
import { dirname, extname, resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { parseDurationMs } from '@hostmaster/contract/durations';
import type { Command } from 'commander';
import { CommandError, configOf, type StoreFlags, storeCommand } from '../command.ts';
import { noteBackup } from '../last-backup.ts';
import { print } from '../print.ts';
import { databaseFiles } from './database-files.ts';
import { follow } from './follow.ts';

interface BackupFlags extends StoreFlags {
  readonly follow?: string;
  readonly keep: string;
}

export function registerBackup(program: Command): void {
  storeCommand(program, 'backup', 'back up the databases; works while the service runs')
    .argument('[file]', 'backup file; the sandbox registry is written next to it')
    .option('--follow <directory>', 'copy every change to this directory until it is stopped')
    .option('--keep <duration>', 'with --follow: how long to keep what was copied', '7d')
    .action(backup);
}

async function backup(file: string | undefined, flags: BackupFlags): Promise<void> {
  const config = configOf(flags);
  if (config.databaseUrl !== null) {
    throw new CommandError(
      flags.follow === undefined
        ? 'The database is PostgreSQL. Use pg_dump "$DATABASE_URL" instead.'
        : 'The database is PostgreSQL. Set archive_mode and archive_command instead.',
    );
  }
  if ((file === undefined) === (flags.follow === undefined)) {
    throw new CommandError('Give either a file or --follow DIRECTORY.');
  }
  const sources = databaseFiles(config);
  for (const { source } of sources) {
    if (!existsSync(source)) throw new CommandError(`${source} does not exist; check --data-dir.`);
  }
  if (file === undefined) {
    const keepMs = parseDurationMs(flags.keep);
    if (keepMs === null || keepMs === 0) {
      throw new CommandError(`--keep must be a duration such as 7d, not "${flags.keep}".`);
    }
    const directory = resolve(flags.follow ?? '');
    createFolder(directory);
    await follow({ sources, directory, keepMs, dataDir: config.dataDir, flags });
    return;
  }
  const target = resolve(file);
  const copies = sources.map(({ name, source }) => ({
    from: source,
    to: name === 'registry' ? registryCopy(target) : target,
  }));
  for (const { to } of copies) {
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

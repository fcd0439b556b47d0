/** hostmaster export: the deposit for an escrow agent, and the report of reminders. */
import { existsSync } from 'node:fs';
import { mkdir, readFile, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { Command } from 'commander';
import type { Key } from 'openpgp';
import { isoTime } from '../../base/iso-time.ts';
import { escrowRows } from '../../escrow/escrow-rows.ts';
import { writeDeposit } from '../../escrow/write-deposit.ts';
import { CommandError, type StoreFlags, storeCommand, withStores } from '../command.ts';
import { print } from '../print.ts';
import { addRemindersTo } from './export-reminders.ts';

interface EscrowFlags extends StoreFlags {
  readonly key: string;
  readonly out: string;
}

const keyBytesMax = 1024 * 1024;

export function registerExport(program: Command): void {
  const exports = program.command('export').description('export data for others');
  storeCommand(exports, 'escrow', 'write all domains for an escrow agent, encrypted')
    .requiredOption('--key <file>', 'public OpenPGP key of the escrow agent')
    .requiredOption('--out <directory>', 'directory of the files')
    .action(exportEscrow);
  addRemindersTo(exports);
}

async function exportEscrow(flags: EscrowFlags): Promise<void> {
  const key = await readKey(flags.key);
  const directory = resolve(flags.out);
  const deposit = await withStores(flags, async ({ database, now }) => {
    const name = `escrow-${isoTime(await now()).slice(0, 10)}`;
    for (const file of [`${name}.csv.gpg`, `${name}.sha256`]) {
      const path = join(directory, file);
      if (existsSync(path)) throw new CommandError(`${path} already exists.`);
    }
    await createDirectory(directory);
    const count = { domains: 0 };
    const files = await database.snapshot((reader) =>
      writeDeposit({ name, directory, key, rows: escrowRows(reader, count) }),
    );
    return { ...count, files, key: key.getFingerprint() };
  });
  print(flags, deposit, [
    `Wrote ${deposit.domains} domains, encrypted to ${deposit.key}:`,
    ...deposit.files,
  ]);
}

/** Refused before anything is read: a deposit that cannot be opened is worth nothing. */
async function readKey(file: string): Promise<Key> {
  try {
    if ((await stat(file)).size > keyBytesMax) throw new Error('it is too large');
    const bytes = await readFile(file);
    const { readKey: read } = await import('openpgp');
    const armored = bytes.toString('latin1');
    const key = armored.includes('-----BEGIN PGP')
      ? await read({ armoredKey: armored })
      : await read({ binaryKey: bytes });
    await key.getEncryptionKey();
    return key.toPublic();
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new CommandError(`--key: ${file} has no OpenPGP key to encrypt with: ${reason}`);
  }
}

/** Only for its owner, as the data directory. */
async function createDirectory(directory: string): Promise<void> {
  try {
    await mkdir(directory, { recursive: true, mode: 0o700 });
  } catch (error) {
    throw new CommandError(`--out: ${(error as Error).message}`);
  }
}

/**
 * hostmaster restore: makes a data directory from a continuous backup, does the first steps after it, and asks
 * a person at a terminal about the rest.
 */
import { existsSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Command } from 'commander';
import { persist } from '../../changes/persist.ts';
import { verifyLedger } from '../../ledger/verify-ledger.ts';
import { resealSecrets } from '../../operations/reseal-secrets.ts';
import { republishZones } from '../../operations/zones/republish-zones.ts';
import { CommandError, configOf, type StoreFlags, storeCommand, withStores } from '../command.ts';
import { print, printLines } from '../print.ts';
import { askAfterRestore } from './ask-after-restore.ts';
import { type Chain, type ChainEnd, listChains, readChainEnd, writeDatabase } from './chain.ts';
import { type DatabaseFile, databaseFiles } from './database-files.ts';

interface Found extends DatabaseFile {
  readonly chain: Chain;
  readonly end: ChainEnd;
}

export function registerRestore(program: Command): void {
  storeCommand(program, 'restore', 'restore the databases from a directory of "backup --follow"')
    .argument('<directory>', 'directory that "hostmaster backup --follow" has written')
    .action(restore);
}

async function restore(directory: string, flags: StoreFlags): Promise<void> {
  const config = configOf(flags);
  if (config.databaseUrl !== null) {
    throw new CommandError('The database is PostgreSQL. Restore it with its own tools.');
  }
  const files = databaseFiles(config);
  for (const { source } of files) {
    if (!existsSync(source)) continue;
    throw new CommandError(`${source} already exists. Restore into an empty data directory.`);
  }
  if (!existsSync(config.secretFile)) {
    throw new CommandError(
      `${config.secretFile} is missing. Copy the secret file of the time of the backup there first.`,
    );
  }
  const found = files.map((file) => findEnd(resolve(directory), file));
  writeAll(found);
  const report = await withStores(flags, async ({ database, secrets }) => ({
    zones: await persist(database, republishZones),
    ledger: await verifyLedger(database),
    unreadable: (await resealSecrets(database, secrets)).unreadable,
  }));
  const { zones, ledger, unreadable } = report;
  const restored = found.map(({ source, end }) => ({
    file: source,
    at: new Date(end.record.at).toISOString(),
    unusedBytes: end.unusedBytes,
  }));
  const isAsked = flags.json !== true && process.stdin.isTTY === true;
  print(flags, { restored, zones, ledger, unreadable, remaining: [...remaining, again] }, [
    ...restored.map(({ file, at }) => `${file} is as it was at ${at}.`),
    ...restored
      .filter(({ unusedBytes }) => unusedBytes > 0)
      .map(({ file, unusedBytes }) => `${unusedBytes} bytes after that are damaged: ${file}.`),
    `${zones} zones have a new serial, so that secondaries transfer them in full.`,
    ledger.ok
      ? 'The ledger is consistent.'
      : `The ledger has ${ledger.problems.length} problems; see "hostmaster ledger verify".`,
    ...unreadable.map((what) => `The secret file does not open the ${what}.`),
    ...(isAsked ? [] : listOf([...remaining, again])),
  ]);
  if (isAsked) {
    await withStores(flags, askAfterRestore);
    printLines(listOf(remaining));
  }
  if (!ledger.ok || unreadable.length > 0) process.exitCode = 1;
}

function listOf(steps: readonly string[]): string[] {
  return ['What remains, in this order:', ...steps.map((step, index) => `${index + 1}. ${step}`)];
}

/** docs/operations.md, "After a restore": these need a running service, or facts from elsewhere. */
const remaining = [
  'Start the service, but see "A restored backup" of docs/dnssec.md first where keys of DNSSEC may be newer than the backup. It asks the registry for the results of commands that had been sent.',
  'Run "hostmaster registrar reconcile --repair --names FILE" with the list of names from the registry.',
  'Compare top-ups with the payment provider, and correct differences with "hostmaster credits add".',
];
/** A person at a terminal is asked about it. */
const again = 'Revoke API keys again that were revoked after the time of the backup.';

/** The newest chain that has a whole state. One that was just begun may have none. */
function findEnd(directory: string, file: DatabaseFile): Found {
  for (const chain of listChains(join(directory, file.name)).toReversed()) {
    const end = readChainEnd(chain);
    if (end !== null) return { ...file, chain, end };
  }
  throw new CommandError(`${join(directory, file.name)} has no backup of "backup --follow".`);
}

/** All or none. */
function writeAll(found: readonly Found[]): void {
  try {
    for (const { chain, end, source } of found) writeDatabase(chain, end, source);
  } catch (error) {
    for (const { source } of found) rmSync(source, { force: true });
    throw new Error(
      `${(error as Error).message} To use the chain before, move that folder away and try again.`,
    );
  }
}

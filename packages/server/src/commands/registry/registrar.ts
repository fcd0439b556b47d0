/** hostmaster registrar: compares our rows with the registry's objects, lists its messages, tests its connection. */
import { readFileSync } from 'node:fs';
import type { Command } from 'commander';
import { rulesOf } from '../../composition/open-stores.ts';
import { type Finding, reconcile } from '../../reconciliation/reconcile.ts';
import { listMessages } from '../../storage/queries/registry/registry-messages.ts';
import { CommandError, type StoreFlags, storeCommand, withStores } from '../command.ts';
import { print, printTable } from '../print.ts';
import { addConnectionTo } from './registrar-connection.ts';

interface ReconcileFlags extends StoreFlags {
  readonly repair?: boolean;
  readonly names?: string;
}

const messagesShown = 50;
const progressEvery = 1_000;
/** These need no operator: missing time is bought when it is due, extra time is used up. */
const selfMending: ReadonlySet<Finding['kind']> = new Set(['registry-ahead', 'registry-behind']);

export function registerRegistrar(program: Command): void {
  const registrar = program.command('registrar').description('inspect and test the registries');
  storeCommand(
    registrar,
    'reconcile',
    'compare every domain with the registry and explain the differences',
  )
    .option('--repair', 'repair what is safe: recorded dates, nameservers, privacy, lock')
    .option(
      '--names <file>',
      'also check these names, one per line, for example from a registry report',
    )
    .action(runReconcile);
  storeCommand(registrar, 'messages', 'list the latest messages from registries').action(
    showMessages,
  );
  addConnectionTo(registrar);
}

async function runReconcile(flags: ReconcileFlags): Promise<void> {
  const names = flags.names === undefined ? [] : readNames(flags.names);
  await withStores(flags, async ({ config, database, registrar, offer, clock }) => {
    const rules = { ...rulesOf(config, registrar), defaultNameservers: offer.nameservers };
    const repair = flags.repair === true;
    const report = await reconcile(
      { database, registrar, rules, clock },
      { repair, names, onPage: showProgress },
    );
    const { differences, checked } = report;
    const ok = differences.every(({ repaired, kind }) => repaired || selfMending.has(kind));
    print(flags, { ok, checked, differences }, [
      ...differences.flatMap(({ name, kind, explanation, repaired }) => [
        `${name}: ${kind}${repaired ? ' (repaired)' : ''}`,
        `  ${explanation}`,
      ]),
      `Compared ${counted(checked, 'name')}: ${counted(differences.length, 'difference')}.`,
    ]);
    if (!ok) process.exitCode = 1;
  });
}

function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}

/** On stderr, because stdout is the report. */
function showProgress(checked: number): void {
  if (checked > 0 && checked % progressEvery === 0) {
    process.stderr.write(`Compared ${checked} names so far.\n`);
  }
}

function readNames(file: string): string[] {
  try {
    const lines = readFileSync(file, 'utf8').split(/\r?\n/);
    return lines.map((line) => line.trim().toLowerCase().replace(/\.$/, '')).filter(Boolean);
  } catch {
    throw new CommandError(`--names ${file} cannot be read.`);
  }
}

async function showMessages(flags: StoreFlags): Promise<void> {
  await withStores(flags, async ({ database }) => {
    const stored = await database.all(listMessages, { before: '~', limit: messagesShown });
    const messages = stored.map((message) => ({
      registry: message.registry,
      id: message.messageId,
      queuedAt: new Date(message.queuedAt).toISOString(),
      text: message.text,
      domain: message.name,
      payload: message.payload,
    }));
    const lines = messages.map(({ queuedAt, registry, domain, text }) => [
      queuedAt,
      registry,
      domain ?? '',
      text,
    ]);
    printTable(
      flags,
      { messages },
      { head: ['TIME', 'REGISTRY', 'DOMAIN', 'MESSAGE'], rows: lines },
    );
  });
}

/** hostmaster domain: prepares a domain for a transfer to another registrar, and reverts that. */
import { setTimeout as delay } from 'node:timers/promises';
import type { Command } from 'commander';
import { newId } from '../base/ids.ts';
import { createLog } from '../base/log.ts';
import { createBackground } from '../composition/create-background.ts';
import type { Call } from '../operations/operation.ts';
import {
  assertLive,
  DomainNotLive,
  replaceAuthCode,
  setTransferLock,
} from '../operations/prepare-transfer-out.ts';
import { findDomainById } from '../storage/queries/domains.ts';
import { findNotes } from '../storage/queries/registry-notes.ts';
import type { HostmasterTx } from '../storage/schema.ts';
import type { Domain } from '../storage/tables/domains.ts';
import { operatorActor } from '../workspaces/actor.ts';
import {
  type CommandContext,
  CommandError,
  type StoreFlags,
  storeCommand,
  withStores,
} from './command.ts';
import { print } from './print.ts';
import { requireHeldDomain } from './zone-export.ts';

const waitMsMax = 30_000;
const askEveryMs = 50;

export function registerDomain(program: Command): void {
  const domain = program
    .command('domain')
    .description('manage the transfer lock and auth code of a domain');
  storeCommand(domain, 'unlock', 'unlock a domain so it can be transferred to another registrar')
    .argument('<name>')
    .action((name: string, flags: StoreFlags) => changeLock(name, false, flags));
  storeCommand(domain, 'lock', 'lock a domain against transfers')
    .argument('<name>')
    .action((name: string, flags: StoreFlags) => changeLock(name, true, flags));
  storeCommand(domain, 'auth-code', 'print the auth code for a transfer to another registrar')
    .argument('<name>')
    .option('--new', 'set a new auth code at the registry first')
    .action(showAuthCode);
}

async function changeLock(name: string, isLocked: boolean, flags: StoreFlags): Promise<void> {
  await withDomain(name, flags, async (context, domain) => {
    await apply(context, domain, (tx, call) => setTransferLock(tx, call, { domain, isLocked }));
    const isConfirmed = await waitUntil(context, async () => {
      const row = await context.database.first(findDomainById, { id: domain.id });
      return row !== undefined && row.appliedRevision >= row.desiredRevision;
    });
    const state = isLocked ? 'locked' : 'unlocked';
    print(
      flags,
      { domain: domain.name, transferLocked: isLocked, registryConfirmed: isConfirmed },
      [
        isConfirmed
          ? `${domain.name} is ${state} at the registry.`
          : `${domain.name} will be ${state}. The registry has not confirmed it yet; the service will keep trying.`,
      ],
    );
  });
}

async function showAuthCode(name: string, flags: StoreFlags & { new?: boolean }): Promise<void> {
  await withDomain(name, flags, async (context, domain) => {
    if (flags.new === true || domain.authCode === null) await renewAuthCode(context, domain);
    const row = await context.database.first(findDomainById, { id: domain.id });
    if (row?.authCode === null || row === undefined)
      throw new CommandError('This domain has no auth code.');
    const authCode = context.secrets.open(row.authCode);
    print(flags, { domain: domain.name, authCode }, [authCode]);
  });
}

async function renewAuthCode(context: CommandContext, domain: Domain): Promise<void> {
  const { database, secrets } = context;
  await apply(context, domain, (tx, call) => replaceAuthCode(tx, call, { domain, secrets }));
  const isSet = await waitUntil(context, async () => {
    const notes = await database.first(findNotes, { domainId: domain.id });
    return notes?.sendsAuthCode === false;
  });
  if (!isSet) {
    throw new CommandError(
      `The registry has not accepted the new code for ${domain.name} yet. Run the command again without --new later.`,
    );
  }
}

async function apply(
  context: CommandContext,
  { workspaceId }: Domain,
  work: (tx: HostmasterTx, call: Pick<Call, 'actor' | 'now' | 'operationId'>) => Promise<void>,
): Promise<void> {
  const actor = operatorActor(workspaceId);
  const call = { actor, now: await context.now(), operationId: newId('act') };
  await context.database.transaction((tx) => work(tx, call));
}

/** Runs the jobs itself, in case no server is running. */
async function waitUntil(context: CommandContext, isSo: () => Promise<boolean>): Promise<boolean> {
  const { config, clock } = context;
  const background = createBackground({ config, stores: context, log: createLog('silent') });
  background.startWorkers();
  try {
    for (const deadline = clock.now() + waitMsMax; clock.now() < deadline; ) {
      if (await isSo()) return true;
      await delay(askEveryMs);
    }
    return false;
  } finally {
    await background.stop();
  }
}

/** As `withStores`, with the live domain of this name. */
async function withDomain(
  name: string,
  flags: StoreFlags,
  run: (context: CommandContext, domain: Domain) => Promise<void>,
): Promise<void> {
  await withStores(flags, async (context) => {
    const domain = await requireHeldDomain(context, name);
    try {
      assertLive(domain);
      await run(context, domain);
    } catch (error) {
      throw error instanceof DomainNotLive ? new CommandError(error.message) : error;
    }
  });
}

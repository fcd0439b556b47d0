/** hostmaster domain: prepares a domain for a transfer to another registrar, and reverts that. */
import { setTimeout as delay } from 'node:timers/promises';
import type { Command } from 'commander';
import { newId } from '../base/ids.ts';
import { createLog } from '../base/log.ts';
import { createBackground } from '../composition/create-background.ts';
import { normaliseDomainName } from '../domains/domain-name.ts';
import { enqueueConvergence } from '../fulfilment/job-kinds.ts';
import { newAuthCode } from '../registrars/auth-code.ts';
import {
  findDomainById,
  findHeldDomain,
  lockDomainById,
  setAuthCode,
  setLock,
} from '../storage/queries/domains.ts';
import { findNotes, setSendsAuthCode } from '../storage/queries/registry-notes.ts';
import type { HostmasterTx } from '../storage/schema.ts';
import type { Domain } from '../storage/tables/domains.ts';
import { recordActivity } from '../workspaces/activity.ts';
import { operatorActor } from '../workspaces/actor.ts';
import {
  type CommandContext,
  CommandError,
  type StoreFlags,
  storeCommand,
  withStores,
} from './command.ts';
import { print } from './print.ts';

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
  await withStores(flags, async (context) => {
    const domain = await requireLive(context, name);
    await change(context, domain, {
      action: isLocked ? 'domain.locked' : 'domain.unlocked',
      write: (tx, row) =>
        tx.run(setLock, {
          id: row.id,
          transferLocked: isLocked,
          desiredRevision: row.desiredRevision + 1,
        }),
    });
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
  await withStores(flags, async (context) => {
    const domain = await requireLive(context, name);
    if (flags.new === true || domain.authCode === null) await replaceAuthCode(context, domain);
    const row = await context.database.first(findDomainById, { id: domain.id });
    if (row?.authCode === null || row === undefined)
      throw new CommandError('This domain has no auth code.');
    const authCode = context.secrets.open(row.authCode);
    print(flags, { domain: domain.name, authCode }, [authCode]);
  });
}

async function replaceAuthCode(context: CommandContext, domain: Domain): Promise<void> {
  const sealed = context.secrets.seal(newAuthCode());
  await change(context, domain, {
    action: 'domain.auth_code_replaced',
    async write(tx, row) {
      await tx.run(setAuthCode, { id: row.id, authCode: sealed });
      await tx.run(setSendsAuthCode, { domainId: row.id, sends: true });
    },
  });
  const isSet = await waitUntil(context, async () => {
    const notes = await context.database.first(findNotes, { domainId: domain.id });
    return notes?.sendsAuthCode === false;
  });
  if (!isSet) {
    throw new CommandError(
      `The registry has not accepted the new code for ${domain.name} yet. Run the command again without --new later.`,
    );
  }
}

/** Changes the desired state; a job applies it, because the registry may be unavailable. */
async function change(
  context: CommandContext,
  domain: Domain,
  step: {
    readonly action: string;
    readonly write: (tx: HostmasterTx, row: Domain) => Promise<unknown>;
  },
): Promise<void> {
  const at = await context.now();
  await context.database.transaction(async (tx) => {
    const row = await tx.first(lockDomainById, { id: domain.id });
    if (row?.state !== 'live') throw notLive(domain.name);
    await step.write(tx, row);
    await enqueueConvergence(tx, { domainId: row.id });
    await recordActivity(tx, {
      id: newId('act'),
      at,
      actor: operatorActor(row.workspaceId),
      action: step.action,
      subject: row.name,
    });
  });
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

async function requireLive(context: CommandContext, text: string): Promise<Domain> {
  const name = normaliseDomainName(text);
  const row = name === null ? undefined : await context.database.first(findHeldDomain, { name });
  if (row === undefined) throw new CommandError(`Domain "${text}" not found.`);
  if (row.state !== 'live') throw notLive(row.name);
  return row;
}

function notLive(name: string): CommandError {
  return new CommandError(`${name} is not live: its registration or release is in progress.`);
}

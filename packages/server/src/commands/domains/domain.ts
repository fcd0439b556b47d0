/** hostmaster domain: what operators do with one domain. */
import type { Command } from 'commander';
import { combine } from '../../changes/change.ts';
import { rulesOf } from '../../composition/open-stores.ts';
import { transferSigned } from '../../operations/dnssec/leave-signed.ts';
import {
  limitAuthCode,
  replaceAuthCode,
  setTransferLock,
} from '../../operations/transfers/prepare-transfer-out.ts';
import { findDomainById } from '../../storage/queries/domains/domains.ts';
import { findNotes } from '../../storage/queries/registry/registry-notes.ts';
import type { Domain } from '../../storage/tables/domains/domains.ts';
import { type CommandContext, CommandError, type StoreFlags, storeCommand } from '../command.ts';
import { showContact } from '../contacts/domain-contact.ts';
import { addMaxCredits } from '../prices/agree-price.ts';
import { print } from '../print.ts';
import { restoreDomain } from '../renewal/domain-restore.ts';
import { answerTransferOut } from '../transfers/domain-transfer-out.ts';
import { changeLive, waitUntil, waitUntilApplied, withDomain } from './domain-change.ts';
import { changeDomainHold, type HoldFlags } from './domain-hold.ts';
import { showDomain } from './domain-show.ts';

export function registerDomain(program: Command): void {
  const domain = program
    .command('domain')
    .description(
      'show a domain; manage its registrant, hold, transfer lock and auth code; restore it',
    );
  storeCommand(domain, 'show', 'show the state, transfer lock and hold of a domain')
    .argument('<name>')
    .action(showDomain);
  storeCommand(domain, 'contact', 'show or replace the registrant of a domain')
    .argument('<name>')
    .option('--set <file>', 'the new registrant, as JSON; - for standard input')
    .action(showContact);
  addMaxCredits(
    storeCommand(domain, 'restore', 'restore a deleted domain and renew it for one year').argument(
      '<name>',
    ),
  ).action(restoreDomain);
  const reason = ['--reason <text>', 'mailed to the workspace and shown to its members'] as const;
  storeCommand(domain, 'hold', 'take a domain out of the DNS at the registry (clientHold)')
    .argument('<name>')
    .requiredOption(...reason)
    .action((name: string, flags: HoldFlags) => changeDomainHold(name, true, flags));
  storeCommand(domain, 'unhold', 'lift a hold')
    .argument('<name>')
    .requiredOption(...reason)
    .action((name: string, flags: HoldFlags) => changeDomainHold(name, false, flags));
  storeCommand(domain, 'unlock', 'unlock a domain so it can be transferred to another registrar')
    .argument('<name>')
    .action((name: string, flags: StoreFlags) => changeLock(name, false, flags));
  storeCommand(domain, 'lock', 'lock a domain against transfers')
    .argument('<name>')
    .action((name: string, flags: StoreFlags) => changeLock(name, true, flags));
  storeCommand(domain, 'transfer-out', 'show or answer a transfer request from another registrar')
    .argument('<name>')
    .option('--approve', 'approve the transfer')
    .option('--deny', 'deny the transfer')
    .action(answerTransferOut);
  storeCommand(domain, 'auth-code', 'print the auth code for a transfer to another registrar')
    .argument('<name>')
    .option('--new', 'set a new auth code at the registry first')
    .action(showAuthCode);
}

async function changeLock(name: string, isLocked: boolean, flags: StoreFlags): Promise<void> {
  await withDomain(name, flags, async (context, domain) => {
    await changeLive(context, domain, (call, live) => setTransferLock(call, live, isLocked));
    const isConfirmed = await waitUntilApplied(context, domain);
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
    const rules = rulesOf(context.config, context.registrar);
    if (flags.new === true || domain.transferOut.authCode === null)
      await renewAuthCode(context, domain);
    else {
      await changeLive(context, domain, (call, live, signed) =>
        combine(limitAuthCode(call, live, { rules }), transferSigned(call, live, signed)),
      );
    }
    const row = await context.database.first(findDomainById, { id: domain.id });
    if (row?.transferOut.authCode === null || row === undefined)
      throw new CommandError('This domain has no auth code.');
    const authCode = context.secrets.open(row.transferOut.authCode);
    print(flags, { domain: domain.name, authCode }, [authCode]);
  });
}

async function renewAuthCode(context: CommandContext, domain: Domain): Promise<void> {
  const { database, secrets } = context;
  const rules = rulesOf(context.config, context.registrar);
  await changeLive(context, domain, (call, live, signed) =>
    combine(
      replaceAuthCode(call, live, { secrets, rules }).change,
      transferSigned(call, live, signed),
    ),
  );
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

/** hostmaster user: helps people who cannot sign in, deletes accounts, and names operators. */
import type { Command } from 'commander';
import { isoTime } from '../../base/iso-time.ts';
import { persist } from '../../changes/persist.ts';
import { deleteAccountByCommand } from '../../operations/people/delete-account.ts';
import { allowOwnSignIn } from '../../operations/people/providers/allow-own-sign-in.ts';
import { resetSecondFactors } from '../../operations/people/reset-second-factors.ts';
import { setOperator } from '../../operations/people/set-operator.ts';
import { findUserByEmail } from '../../storage/queries/people/users.ts';
import { normaliseEmail } from '../../users/users.ts';
import { CommandError, type StoreFlags, storeCommand, withStores } from '../command.ts';
import { print } from '../print.ts';
import { readReason } from '../read-reason.ts';

interface ResetFlags extends StoreFlags {
  readonly reason: string;
}

export function registerUser(program: Command): void {
  const user = program
    .command('user')
    .description('help people who cannot sign in, delete accounts, and name operators');
  storeCommand(user, 'reset-factors', 'remove all second factors and end all sessions of a person')
    .argument('<email>', 'email address of the account')
    .requiredOption('--reason <text>', 'why, for the activity of their workspaces')
    .action(resetFactors);
  storeCommand(user, 'allow-password', 'let a person sign in without their provider for a day')
    .argument('<email>', 'email address of the account')
    .requiredOption('--reason <text>', 'why, for the activity of their workspaces')
    .action(allowPassword);
  storeCommand(user, 'delete', 'delete the account of a person, with their sessions and keys')
    .argument('<email>', 'email address of the account')
    .requiredOption('--reason <text>', 'why, for the activity of their workspaces')
    .action(remove);
  storeCommand(user, 'operator', 'let a person see the state of the service in the dashboard')
    .argument('<email>', 'email address of the account')
    .option('--revoke', 'no longer')
    .action(operator);
}

async function operator(
  address: string,
  flags: StoreFlags & { readonly revoke?: boolean },
): Promise<void> {
  const email = normaliseEmail(address);
  const isOperator = flags.revoke !== true;
  await withStores(flags, async ({ database, clock }) => {
    const user = await database.first(findUserByEmail, { email });
    if (user === undefined) throw new CommandError(`No account for ${email}.`);
    await persist(database, setOperator(user, { isOperator, now: clock.now() }));
    print(flags, { user: { email }, isOperator }, [
      isOperator
        ? `${email} finds the state of the service in the dashboard, in the account menu.`
        : `${email} no longer sees the state of the service.`,
    ]);
  });
}

async function remove(address: string, flags: ResetFlags): Promise<void> {
  const email = normaliseEmail(address);
  const reason = readReason(flags);
  await withStores(flags, async ({ database, clock, config, now }) => {
    const user = await database.first(findUserByEmail, { email });
    if (user === undefined) throw new CommandError(`No account for ${email}.`);
    const call = { at: await now(), machineNow: clock.now(), links: config, reason };
    await persist(database, deleteAccountByCommand(call, user));
    print(flags, { user: { email }, deleted: true }, [
      `Deleted the account of ${email}. The keys they created no longer work; the service erases the address from the activity.`,
    ]);
  });
}

async function allowPassword(address: string, flags: ResetFlags): Promise<void> {
  const email = normaliseEmail(address);
  const reason = readReason(flags);
  await withStores(flags, async ({ database, clock, config, now }) => {
    const user = await database.first(findUserByEmail, { email });
    if (user === undefined) throw new CommandError(`No account for ${email}.`);
    const call = { publicUrl: config.publicUrl, at: await now(), machineNow: clock.now() };
    const until = await persist(database, allowOwnSignIn(call, { user, reason }));
    print(flags, { user: { email }, until: isoTime(until) }, [
      `${email} can sign in with a password or passkey until ${isoTime(until)}. "Forgot password?" on the sign-in page chooses a password.`,
    ]);
  });
}

async function resetFactors(address: string, flags: ResetFlags): Promise<void> {
  const email = normaliseEmail(address);
  const reason = readReason(flags);
  await withStores(flags, async ({ database, clock, config, now }) => {
    const user = await database.first(findUserByEmail, { email });
    if (user === undefined) throw new CommandError(`No account for ${email}.`);
    const call = {
      publicUrl: config.publicUrl,
      at: await now(),
      machineNow: clock.now(),
    };
    const isChanged = await persist(database, resetSecondFactors(call, { user, reason }));
    print(flags, { user: { email }, isChanged }, [
      isChanged
        ? `Removed the second factors of ${email} and ended all sessions. The password is enough now.`
        : `${email} has no second factor.`,
    ]);
  });
}

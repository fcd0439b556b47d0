/** hostmaster credits: an operator adds or removes credits, with a reason. */
import type { Command } from 'commander';
import { InsufficientCredits } from '../../base/errors.ts';
import { newId } from '../../base/ids.ts';
import { centsToCredits, formatCredits, parseCredits } from '../../base/money.ts';
import { persist } from '../../changes/persist.ts';
import { adjustCredits } from '../../operations/credits/adjust-credits.ts';
import { operatorActor } from '../../workspaces/actor.ts';
import { CommandError, type WorkspaceFlags, withWorkspace, workspaceCommand } from '../command.ts';
import { print } from '../print.ts';

interface CreditsFlags extends WorkspaceFlags {
  readonly amount: string;
  readonly reason: string;
}

export function registerCredits(program: Command): void {
  const credits = program
    .command('credits')
    .description('manage prepaid credits (1 credit = 1 USD)');
  for (const direction of ['add', 'remove'] as const) {
    workspaceCommand(
      credits,
      direction,
      direction === 'add' ? 'add credits to a workspace' : 'remove credits, never below zero',
    )
      .requiredOption('--amount <credits>', 'for example 100 or 12.50')
      .requiredOption('--reason <text>', 'shown on the statement')
      .action((flags: CreditsFlags) => move(direction, flags));
  }
}

async function move(direction: 'add' | 'remove', flags: CreditsFlags): Promise<void> {
  const amountCents = parseCredits(flags.amount);
  if (amountCents === null) {
    throw new CommandError(
      `--amount must be a positive amount such as 100 or 12.50, not "${flags.amount}".`,
    );
  }
  const reason = flags.reason.trim();
  if (reason === '') throw new CommandError('--reason must not be empty.');
  const answer = await withWorkspace(flags, async (context, { id, name }) => {
    const call = {
      actor: operatorActor(id),
      now: await context.now(),
      operationId: newId('act'),
    };
    const adjustment = adjustCredits(call, { direction, amountCents, reason });
    const balance = await persist(context.database, adjustment).catch(explainShortfall);
    return { workspace: { id, name }, balance: centsToCredits(balance) };
  });
  print(flags, answer, [
    `${answer.workspace.name} (${answer.workspace.id}) now has ${formatCredits(answer.balance * 100)} credits.`,
  ]);
}

function explainShortfall(error: unknown): never {
  if (!(error instanceof InsufficientCredits)) throw error;
  throw new CommandError(
    `--amount is more than the balance of ${formatCredits(error.balanceCents)} credits.`,
  );
}

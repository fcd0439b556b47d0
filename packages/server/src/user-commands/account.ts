/** hostmaster account: the workspace of the key, and what it can spend. */
import type { Command } from 'commander';
import { credits } from './agree-price.ts';
import { type UserFlags, userCommand, withSession } from './session.ts';
import { day, fieldLines, show } from './show.ts';

export function registerAccount(program: Command): void {
  userCommand(program, {
    name: 'account',
    about: 'show your workspace and its balance',
    examples: ['account', 'account --url https://names.example.net --json'],
  }).action(account);
}

async function account(flags: UserFlags): Promise<void> {
  const { url, answer } = await withSession(flags, async ({ client, call, url }) => ({
    url,
    answer: await client.getAccount({}, call),
  }));
  const { id, name, createdAt } = answer.account;
  const fields = fieldLines({
    Workspace: `${name} (${id})`,
    Balance: credits(answer.credits.balance),
    Created: day(createdAt),
    Service: url,
  });
  show(flags, { url, ...answer }, fields);
}

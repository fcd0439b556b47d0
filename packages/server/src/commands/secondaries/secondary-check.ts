/** hostmaster secondary check: goes through what a secondary needs, and says what to change. */
import type { Command } from 'commander';
import { type CheckStep, checkSecondary } from '../../nameserver/secondaries/check-secondary.ts';
import { SecondaryDirectory } from '../../nameserver/secondaries/secondaries.ts';
import { CommandError, type StoreFlags, storeCommand, withStores } from '../command.ts';
import { print } from '../print.ts';

export function addSecondaryCheck(secondary: Command): void {
  storeCommand(secondary, 'check', 'check connection, key, clock, catalog and one zone')
    .argument('<name>', 'its name')
    .action(check);
}

async function check(name: string, flags: StoreFlags): Promise<void> {
  const steps = await withStores(flags, async (context) => {
    const { database, secrets, clock, random, stopping, config } = context;
    const directory = new SecondaryDirectory({ reader: database, secrets, clock });
    const found = (await directory.list()).find((each) => each.name === name);
    if (found === undefined) throw new CommandError(`Secondary "${name}" not found.`);
    return checkSecondary(found, {
      reader: database,
      clock,
      random,
      stopping,
      catalog: config.catalogZone,
      sources: config.dnsSources,
    });
  });
  const isOk = steps.every(({ ok }) => ok);
  if (!isOk) process.exitCode = 1;
  print(flags, { name, ok: isOk, steps }, [...steps.flatMap(linesOf), conclusionOf(name, steps)]);
}

function conclusionOf(name: string, steps: readonly CheckStep[]): string {
  if (steps.some(({ ok }) => !ok)) return `${name} needs attention.`;
  return steps.some(({ isOpen }) => isOpen === true)
    ? `${name} has no known problem. Check it again after the first registration.`
    : `${name} is fine.`;
}

function linesOf({ step, ok, finding, advice }: CheckStep): string[] {
  const line = `${ok ? 'ok     ' : 'PROBLEM'}  ${step.padEnd(10)}  ${finding}`;
  return advice === null ? [line] : [line, `${' '.repeat(21)}${advice}`];
}

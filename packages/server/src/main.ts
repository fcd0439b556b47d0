/** The command line: every command in one place, every refusal in one line. */
import { readFileSync } from 'node:fs';
import { Command, CommanderError } from 'commander';
import { Refusal } from './base/errors.ts';
import { registerActivity } from './commands/activity.ts';
import { registerBackup } from './commands/backup.ts';
import { CommandError } from './commands/command.ts';
import { registerCredits } from './commands/credits.ts';
import { registerDomain } from './commands/domain.ts';
import { registerKey } from './commands/key.ts';
import { registerLedger } from './commands/ledger.ts';
import { registerMember } from './commands/member.ts';
import { registerPayments } from './commands/payments.ts';
import { registerPrice } from './commands/price.ts';
import { registerRegistrar } from './commands/registrar.ts';
import { registerReleases } from './commands/releases.ts';
import { registerSandbox } from './commands/sandbox.ts';
import { registerSecondary } from './commands/secondary.ts';
import { registerServe } from './commands/serve.ts';
import { registerTsig } from './commands/tsig.ts';
import { registerWorkspace } from './commands/workspace.ts';
import { registerZone } from './commands/zone.ts';
import { ConfigError } from './config.ts';

const { version } = JSON.parse(
  readFileSync(new URL('../package.json', import.meta.url), 'utf8'),
) as { version: string };

const program = new Command('hostmaster')
  .description('A domain registrar and DNS service behind one REST API')
  .version(version)
  .exitOverride()
  .showSuggestionAfterError(false)
  .configureOutput({
    outputError: (text, write) => write(text.replace(/^error: /, 'hostmaster: ')),
  });

for (const register of [
  registerServe,
  registerWorkspace,
  registerMember,
  registerKey,
  registerCredits,
  registerPayments,
  registerPrice,
  registerLedger,
  registerActivity,
  registerBackup,
  registerReleases,
  registerDomain,
  registerRegistrar,
  registerSandbox,
  registerTsig,
  registerSecondary,
  registerZone,
]) {
  register(program);
}

try {
  await program.parseAsync();
} catch (error) {
  process.exitCode = explain(error);
}

/** 2 for what the caller can mend, 1 for everything else. */
function explain(error: unknown): number {
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
  if (error instanceof CommandError || error instanceof ConfigError) {
    console.error(`hostmaster: ${error.message}`);
    return 2;
  }
  const cause = error instanceof Refusal && error.cause instanceof Error ? error.cause : error;
  const message = cause instanceof Error ? cause.message || cause.name : String(cause);
  console.error(`hostmaster: ${message}`);
  return 1;
}

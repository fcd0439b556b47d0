/** The command line: every command in one place, every refusal in one line. */
import { Command, CommanderError } from 'commander';
import { CommandError } from './base/command-error.ts';
import { Refusal } from './base/errors.ts';
import { applyHeapRules } from './base/heap-rules.ts';
import { printable } from './base/printable.ts';
import { programVersion } from './base/program-files.ts';
import { ConfigError } from './base/setting-values.ts';
import { UserCommandError } from './user-commands/user-error.ts';

applyHeapRules();

type LoadCommand = () => Promise<(program: Command) => void>;

/** They speak to a service by its URL, with an API key. In the order of the help. */
const userCommands: ReadonlyMap<string, LoadCommand> = new Map([
  ['login', async () => (await import('./user-commands/login.ts')).registerLogin],
  ['logout', async () => (await import('./user-commands/login.ts')).registerLogout],
  ['account', async () => (await import('./user-commands/account.ts')).registerAccount],
  ['domains', async () => (await import('./user-commands/domains/domains.ts')).registerDomains],
  ['dns', async () => (await import('./user-commands/dns/dns.ts')).registerDns],
  ['bulk', async () => (await import('./user-commands/bulk/bulk.ts')).registerBulk],
  ['events', async () => (await import('./user-commands/follow-events.ts')).registerEvents],
  ['webhooks', async () => (await import('./user-commands/follow-events.ts')).registerWebhooks],
  ['api', async () => (await import('./user-commands/api.ts')).registerApi],
  ['mcp', async () => (await import('./user-commands/mcp.ts')).registerMcp],
  ['completion', async () => (await import('./user-commands/completion.ts')).registerCompletion],
]);

/** They work on the data directory or DATABASE_URL, as the service does. */
const operatorCommands: ReadonlyMap<string, LoadCommand> = new Map([
  ['serve', async () => (await import('./commands/serve.ts')).registerServe],
  ['doctor', async () => (await import('./commands/doctor/doctor.ts')).registerDoctor],
  ['config', async () => (await import('./commands/config.ts')).registerConfig],
  ['workspace', async () => (await import('./commands/workspaces/workspace.ts')).registerWorkspace],
  ['member', async () => (await import('./commands/people/member.ts')).registerMember],
  ['user', async () => (await import('./commands/people/user.ts')).registerUser],
  ['provider', async () => (await import('./commands/people/provider.ts')).registerProvider],
  ['key', async () => (await import('./commands/keys/key.ts')).registerKey],
  ['credits', async () => (await import('./commands/credits/credits.ts')).registerCredits],
  ['payments', async () => (await import('./commands/credits/payments.ts')).registerPayments],
  ['price', async () => (await import('./commands/prices/price.ts')).registerPrice],
  ['ledger', async () => (await import('./commands/credits/ledger.ts')).registerLedger],
  ['activity', async () => (await import('./commands/events/activity.ts')).registerActivity],
  ['secret', async () => (await import('./commands/secret.ts')).registerSecret],
  ['backup', async () => (await import('./commands/backup/backup.ts')).registerBackup],
  ['restore', async () => (await import('./commands/backup/restore.ts')).registerRestore],
  ['export', async () => (await import('./commands/public-data/export.ts')).registerExport],
  ['rdap', async () => (await import('./commands/public-data/rdap.ts')).registerRdapCommand],
  ['releases', async () => (await import('./commands/domains/releases.ts')).registerReleases],
  ['domain', async () => (await import('./commands/domains/domain.ts')).registerDomain],
  ['transfer', async () => (await import('./commands/transfers/transfer.ts')).registerTransfer],
  ['jobs', async () => (await import('./commands/jobs/jobs.ts')).registerJobs],
  ['registrar', async () => (await import('./commands/registry/registrar.ts')).registerRegistrar],
  ['sandbox', async () => (await import('./commands/registry/sandbox.ts')).registerSandbox],
  ['tsig', async () => (await import('./commands/keys/tsig.ts')).registerTsig],
  [
    'secondary',
    async () => (await import('./commands/secondaries/secondary.ts')).registerSecondary,
  ],
  ['zone', async () => (await import('./commands/zones/zone.ts')).registerZone],
  ['dnssec', async () => (await import('./commands/zones/dnssec.ts')).registerDnssec],
]);

const program = new Command('hostmaster')
  .description('A domain registrar and DNS service behind one REST API')
  .version(programVersion)
  .exitOverride()
  .showSuggestionAfterError(false)
  .configureOutput({
    outputError: (text, write) => write(text.replace(/^error: /, 'hostmaster: ')),
  });

/** Only the command that runs is loaded, except for what shows all: the help and the completion. */
const [, , name = ''] = process.argv;
const isAlone = name !== 'completion' && (userCommands.has(name) || operatorCommands.has(name));
await addCommands(userCommands, 'For users of a service (by --url and an API key):');
await addCommands(operatorCommands, 'For operators (on the data directory of the service):');

try {
  await program.parseAsync();
} catch (error) {
  process.exitCode = explain(error);
}

async function addCommands(
  commands: ReadonlyMap<string, LoadCommand>,
  heading: string,
): Promise<void> {
  program.commandsGroup(heading);
  for (const [each, load] of commands) if (!isAlone || each === name) (await load())(program);
}

/** 2 for what the caller can fix, 1 for everything else. */
function explain(error: unknown): number {
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
  if (error instanceof UserCommandError) {
    console.error(`hostmaster: ${error.message.split('\n').map(printable).join('\n')}`);
    return error.exitCode;
  }
  if (error instanceof CommandError || error instanceof ConfigError) {
    console.error(`hostmaster: ${printable(error.message)}`);
    return 2;
  }
  const cause = error instanceof Refusal && error.cause instanceof Error ? error.cause : error;
  const message = cause instanceof Error ? cause.message || cause.name : String(cause);
  console.error(`hostmaster: ${printable(message)}`);
  return 1;
}

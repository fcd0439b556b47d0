/** hostmaster registrar test and password: one registry's connection, checked or given a new password. */
import { readFileSync } from 'node:fs';
import type { Command } from 'commander';
import { changePassword, PasswordUnchanged } from '../../adapters/epp/change-password.ts';
import { readEppConfig, readEppEntries } from '../../adapters/epp/read-epp-config.ts';
import type { RegistryConfig } from '../../adapters/epp/registry-config.ts';
import {
  type ConnectionReport,
  merge,
  testConnection,
} from '../../adapters/epp/test-connection.ts';
import { CommandError, configOf } from '../command.ts';
import { print, table } from '../print.ts';

interface ConnectionFlags {
  readonly json?: boolean;
}

interface PasswordFlags extends ConnectionFlags {
  readonly passwordFile?: string;
}

export function addConnectionTo(registrar: Command): void {
  registrar
    .command('test')
    .argument('[registry]', 'its name in HOSTMASTER_EPP_CONFIG; default: all')
    .option('--json', 'print one JSON object and no other output')
    .description('sign in, check names and compare the registry with its configuration')
    .action(runTest);
  registrar
    .command('password')
    .argument('[registry]', 'its name in HOSTMASTER_EPP_CONFIG, where there are several')
    .option('--password-file <file>', 'use the password in this file instead of a random one')
    .option('--json', 'print one JSON object and no other output')
    .description('change the password at a registry and in the credentials file')
    .action(runPassword);
}

async function runTest(name: string | undefined, flags: ConnectionFlags): Promise<void> {
  const file = configFile();
  const registries = select(readEppConfig(file), name);
  const entries = readEppEntries(file);
  const reports = await Promise.all(registries.map(testConnection));
  const tested = reports.map((report) => ({
    ...report,
    corrected: correctedEntry(
      entries.find((entry) => entry.name === report.registry) ?? {},
      report,
    ),
  }));
  const ok = reports.every((report) => report.ok);
  print(flags, { ok, registries: tested }, tested.flatMap(linesOf));
  if (!ok) process.exitCode = 1;
}

function correctedEntry(
  entry: Readonly<Record<string, unknown>>,
  { corrections }: ConnectionReport,
): Record<string, unknown> | null {
  return Object.keys(corrections).length === 0 ? null : merge(entry, corrections);
}

function linesOf(
  report: ConnectionReport & { readonly corrected: Record<string, unknown> | null },
): string[] {
  const rows = report.steps.map(({ what, result, detail }) => [what, result, detail]);
  return [
    `Registry ${report.registry}`,
    '',
    ...table(['STEP', 'RESULT', 'DETAIL'], rows),
    '',
    ...(report.corrected === null
      ? []
      : [
          'The entry with the differences corrected:',
          '',
          ...JSON.stringify(report.corrected, null, 2).split('\n'),
          '',
        ]),
  ];
}

async function runPassword(name: string | undefined, flags: PasswordFlags): Promise<void> {
  const [registry, ...others] = select(readEppConfig(configFile()), name);
  if (registry === undefined || others.length > 0) {
    throw new CommandError('Name one registry: HOSTMASTER_EPP_CONFIG has several.');
  }
  const { credentialsFile } = registry;
  if (credentialsFile === null) throw new CommandError('The registry has no credentials file.');
  const chosen = flags.passwordFile === undefined ? null : readPassword(flags.passwordFile);
  try {
    const result = await changePassword({ ...registry, credentialsFile }, chosen);
    print(flags, { registry: registry.name, result, credentialsFile }, [
      result === 'changed'
        ? `The password was changed and written to ${credentialsFile}.`
        : `An interrupted change was completed; the password is in ${credentialsFile}.`,
    ]);
  } catch (error) {
    if (error instanceof PasswordUnchanged) throw new Error(error.message, { cause: error });
    throw error;
  }
}

function readPassword(file: string): string {
  try {
    return readFileSync(file, 'utf8').trim();
  } catch {
    throw new CommandError(`--password-file ${file} cannot be read.`);
  }
}

function configFile(): string {
  const { registrar, eppConfigFile } = configOf({});
  if (registrar === 'epp' && eppConfigFile !== null) return eppConfigFile;
  throw new CommandError(
    'There is no registry to connect to. Set HOSTMASTER_REGISTRAR=epp and HOSTMASTER_EPP_CONFIG.',
  );
}

function select(
  registries: readonly RegistryConfig[],
  name: string | undefined,
): readonly RegistryConfig[] {
  const selected = registries.filter((registry) => name === undefined || registry.name === name);
  if (selected.length > 0) return selected;
  const names = registries.map((registry) => registry.name).join(', ');
  throw new CommandError(`There is no registry "${name}". HOSTMASTER_EPP_CONFIG has: ${names}.`);
}

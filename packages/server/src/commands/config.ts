/** hostmaster config: the settings as the service reads them. */
import type { Command } from 'commander';
import { explainConfig } from '../config/explain-config.ts';
import { type StoreFlags, settingFlagsOf, storeCommand } from './command.ts';
import { print, table } from './print.ts';

export function registerConfig(program: Command): void {
  const config = program.command('config').description('show the settings');
  storeCommand(config, 'explain', 'show each setting, its value and where it comes from').action(
    explain,
  );
}

function explain(flags: StoreFlags): void {
  const { settings, problems, warnings } = explainConfig(process.env, settingFlagsOf(flags));
  const rows = settings.map(({ name, value, origin }) => [name, value, origin]);
  print(flags, { settings, problems, warnings }, [
    ...table(['SETTING', 'VALUE', 'ORIGIN'], rows),
    '',
    ...problems,
    ...warnings,
    ...(problems.length === 0 ? ['The service can read all settings.'] : []),
  ]);
  if (problems.length > 0) process.exitCode = 2;
}

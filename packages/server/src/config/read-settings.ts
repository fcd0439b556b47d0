/** The configuration of a process: from flags, its environment and the file of settings. */
import { ConfigError } from '../base/setting-values.ts';
import { type Config, type Environment, readConfig } from './config.ts';
import { readEnvironmentFile } from './environment-file.ts';
import type { SettingName } from './settings.ts';

/** `environment` includes the file. A bad value of the file is named with its line. */
export function readSettings(
  variables: Environment,
  flags: Partial<Record<SettingName, string>> = {},
): { readonly config: Config; readonly environment: Environment } {
  const { environment, file, lines } = readEnvironmentFile(variables);
  try {
    return { config: readConfig(environment, flags), environment };
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    const line = lines.get(/^[A-Z_]+/.exec(error.message)?.[0] ?? '');
    if (line === undefined) throw error;
    throw new ConfigError(`${error.message} It is set in ${file}, line ${line}.`);
  }
}

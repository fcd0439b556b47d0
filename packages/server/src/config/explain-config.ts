/** Every setting with its value and where it comes from, also where values cannot be read. No secrets. */
import { listSettings, type Setting } from '../base/setting.ts';
import { ConfigError } from '../base/setting-values.ts';
import { type Environment, modeOf, readConfig, textOf } from './config.ts';
import { type GivenSettings, readEnvironmentFile } from './environment-file.ts';
import { formerSettingWarnings } from './former-settings.ts';
import { type SettingName, settings } from './settings.ts';
import { unknownSettingWarnings } from './unknown-settings.ts';

export interface ExplainedSetting {
  readonly name: string;
  readonly value: string;
  /** `flag`, `environment`, file and line, `default` or `default of production`. */
  readonly origin: string;
  readonly problem: string | null;
}

export interface ExplainedConfig {
  readonly settings: readonly ExplainedSetting[];
  /** Those of single settings first, then what they lack together. The service does not start. */
  readonly problems: readonly string[];
  /** Variables without an effect. */
  readonly warnings: readonly string[];
}

export function explainConfig(
  variables: Environment,
  flags: Partial<Record<SettingName, string>> = {},
): ExplainedConfig {
  const read = orProblem(() => readEnvironmentFile(variables));
  if (!(read instanceof ConfigError)) return explainGiven(read, flags);
  const others = explainGiven({ environment: variables, file: null, lines: new Map() }, flags);
  return { ...others, problems: [read.message, ...others.problems] };
}

function explainGiven(
  source: GivenSettings,
  flags: Partial<Record<SettingName, string>>,
): ExplainedConfig {
  const { environment } = source;
  const given: Environment = { ...environment, ...flags };
  const mode = orProblem(() => modeOf(given));
  const rows = listSettings(settings).map((setting): ExplainedSetting => {
    const text = textOf(setting, given, typeof mode === 'string' ? mode : 'sandbox');
    const read = orProblem(() => setting.parse(text, setting.name));
    return {
      name: setting.name,
      value: shown(setting, text),
      origin: originOf(setting, { ...source, flags, mode }),
      problem: read instanceof ConfigError ? read.message : null,
    };
  });
  const single = rows.flatMap(({ problem }) => problem ?? []);
  const whole = orProblem(() => readConfig(environment, flags));
  return {
    settings: rows,
    problems: single.length === 0 && whole instanceof ConfigError ? [whole.message] : single,
    warnings: [...formerSettingWarnings(environment), ...unknownSettingWarnings(environment)],
  };
}

function originOf(
  setting: Setting<unknown>,
  given: GivenSettings & {
    readonly flags: Environment;
    readonly mode: unknown;
  },
): string {
  const isGiven = (source: Environment) => (source[setting.name]?.trim() ?? '') !== '';
  if (isGiven(given.flags)) return 'flag';
  const line = given.lines.get(setting.name);
  if (line !== undefined) return `${given.file} line ${line}`;
  if (isGiven(given.environment)) return 'environment';
  const isOther = given.mode === 'production' && setting.productionDefault !== undefined;
  return isOther ? 'default of production' : 'default';
}

const hidden = '***';

function shown({ secret }: Setting<unknown>, text: string): string {
  if (secret === undefined || text === '') return text;
  if (secret === 'value') return hidden;
  // Also where the address cannot be parsed: that must not show the password.
  return text
    .replace(/^([^:/?#]*:\/\/[^:@/?#]*):.*@/s, `$1:${hidden}@`)
    .replace(/([?&])([^?=&#]*)=[^&#]*/g, (pair, mark: string, name: string) =>
      /password|secret|key/i.test(name) ? `${mark}${name}=${hidden}` : pair,
    );
}

function orProblem<T>(read: () => T): T | ConfigError {
  try {
    return read();
  } catch (error) {
    if (error instanceof ConfigError) return error;
    throw error;
  }
}

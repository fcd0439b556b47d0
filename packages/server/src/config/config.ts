/**
 * Environment and flags become one validated, frozen object. A bad setting stops the start with one
 * line that names it. The table says how a setting is read; here is what depends on several of them.
 */
import { join } from 'node:path';
import { isLoopback } from '../base/addresses/loopback.ts';
import { fixedLimits, type Limits } from '../base/limits.ts';
import { readValues, type Setting, type ValuesOf } from '../base/setting.ts';
import { ConfigError } from '../base/setting-values.ts';
import { dnsTls, sourcesOf } from './nameserver.ts';
import { publicationPolicy } from './public-data.ts';
import { localUrl } from './public-url.ts';
import { type SettingName, settings } from './settings.ts';
import { requireSoaTimers } from './soa.ts';
import { stripe } from './stripe.ts';

export type Config = ReturnType<typeof readConfig>;

export type Environment = Readonly<Record<string, string | undefined>>;

/** Flags win over the environment. */
export function readConfig(
  environment: Environment,
  flags: Partial<Record<SettingName, string>> = {},
) {
  const given: Environment = { ...environment, ...flags };
  const mode = modeOf(given);
  const values = readValues(settings, (setting) =>
    setting.parse(textOf(setting, given, mode), setting.name),
  );
  const limits: Limits = Object.freeze({ ...values.limits, ...fixedLimits });
  const publicUrl = values.publicUrl ?? localUrl(values.host, values.port);
  const config = Object.freeze({
    ...values,
    mode,
    publicUrl,
    publication: publicationPolicy(values.publicData, { publicUrl }),
    secretFile: values.secretFile ?? join(values.dataDir, 'secret.key'),
    dnsSources: values.dnsSources ?? sourcesOf(values.dnsListen),
    dnsTls: dnsTls(values.dnsTls),
    seller: { ...values.seller, name: values.seller.name ?? values.publicData.registrarName },
    stripe: stripe(values.stripe, { mode, publicUrl: values.publicUrl }),
    limits,
  });
  requireConsistent(config);
  requireSoaTimers(config.soaDefaults);
  return config;
}

/** The mode decides about the defaults of other settings. */
export function modeOf(given: Environment): 'sandbox' | 'production' {
  const read = <Value>(setting: Setting<Value>): Value =>
    setting.parse(textOf(setting, given, 'sandbox'), setting.name);
  return read(settings.mode) ?? (read(settings.registrar) === 'epp' ? 'production' : 'sandbox');
}

/** What is given, or the default. */
export function textOf(
  setting: Setting<unknown>,
  given: Environment,
  mode: 'sandbox' | 'production',
): string {
  const usual = mode === 'production' ? setting.productionDefault : undefined;
  return given[setting.name]?.trim() || (usual ?? setting.default);
}

type Consistent = 'registrar' | 'eppConfigFile' | 'host' | 'firstApiKey';

function requireConsistent(
  config: Pick<ValuesOf<typeof settings>, Consistent> & {
    readonly mode: 'sandbox' | 'production';
    readonly publicUrl: string;
  },
): void {
  const { registrar, mode, publicUrl } = config;
  if (registrar === 'epp' && config.eppConfigFile === null) {
    throw new ConfigError('HOSTMASTER_REGISTRAR=epp needs HOSTMASTER_EPP_CONFIG, a JSON file.');
  }
  if (mode === 'production' && registrar === 'sandbox') {
    throw new ConfigError('HOSTMASTER_MODE=production needs a registrar other than the sandbox.');
  }
  if (mode === 'production' && !publicUrl.startsWith('https:') && !isLoopback(config.host)) {
    throw new ConfigError(
      'HOSTMASTER_PUBLIC_URL must be an https:// address in production: keys and passwords would travel unencrypted. Put a reverse proxy with TLS in front, or listen on HOST=127.0.0.1.',
    );
  }
  if (mode === 'production' && config.firstApiKey !== null) {
    throw new ConfigError('HOSTMASTER_FIRST_API_KEY works in the sandbox only.');
  }
}

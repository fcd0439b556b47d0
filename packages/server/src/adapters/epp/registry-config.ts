/** One registry as the operator describes it in HOSTMASTER_EPP_CONFIG. */
import type { ClientTls, Credentials } from '@hostmaster/epp';
import type { RegistrantContact } from '../../storage/tables/domains/domains.ts';

export interface RegistryConfig {
  /** Names the registry in logs, metrics and tables; a change loses our stored contacts there. */
  readonly name: string;
  /** Suffixes it serves, without dot; `*` for all that no other registry serves. */
  readonly tlds: readonly string[];
  /** Not the real registry: reserved suffixes such as `.test` can be sold. */
  readonly isTestEnvironment: boolean;
  readonly host: string;
  readonly port: number;
  readonly tls: ClientTls;
  /** As they were at the start. */
  readonly credentials: Credentials;
  /** Read again before each sign-in. */
  readonly credentialsFile: string | null;
  readonly nameservers: 'objects' | 'attributes';
  /** Hosts below a deleted domain are renamed under this suffix. */
  readonly deletedHostSuffix: string;
  /** `minimum`: the registry keeps no registrant (RFC 5731 names none as mandatory). */
  readonly contacts: 'thick' | 'minimum';
  readonly privacy: PrivacyConfig;
  readonly maximumYears: number | null;
  readonly expiry: { readonly policy: 'expires' } | { readonly policy: 'renews'; graceMs: number };
  /** How long a deleted name can be restored (RFC 3915); null: it cannot. */
  readonly redemptionMs: number | null;
  /** The years that a transfer adds; null where the registry offers no transfers. */
  readonly transferYears: number | null;
  readonly fees: FeeConfig;
  /** Settings of earlier releases that have no effect any more. */
  readonly warnings: readonly string[];
  /** The deposit below which the operator gets a mail, in the registry's currency; null: never. */
  readonly depositAlert: number | null;
  /** Whether `info` shows us the auth codes of our own names. */
  readonly authCodes: 'shown' | 'hidden';
  readonly transferLock: boolean;
  /** Whether it takes DS records or keys (RFC 5910). */
  readonly dnssec: boolean;
  /** DS data, key data, or DS data with the key. */
  readonly dnssecData: 'ds' | 'key' | 'both';
  /** Sent with new DNSSEC data (`maxSigLife`); null: never. */
  readonly maxSigLifeSeconds: number | null;
  /** By suffix and `*` for the others; under other suffixes no table is sent. */
  readonly idnTables: Readonly<Record<string, readonly IdnTable[]>>;
  readonly maximumSessions: number;
  /** Names in one check command. */
  readonly checkNames: number;
  readonly commandTimeoutMs: number;
  readonly connectTimeoutMs: number;
  /** How long a command waits for a session before it counts as not sent. */
  readonly queueTimeoutMs: number;
  /** How long a session may be silent before a hello. */
  readonly keepAliveMs: number;
  readonly reconnect: { readonly baseMs: number; readonly maxMs: number };
  /** The poll interval for pending commands. */
  readonly askAfterMs: number;
  /** An accepted registration without a decision counts as refused after this time; null: never. */
  readonly decisionMsMax: number | null;
}

export interface IdnTable {
  /** As the operator wrote them, such as `Han+Hiragana+Katakana`. */
  readonly scripts: string;
  readonly covers: RegExp;
  /** The registry's own identifier. */
  readonly table: string;
}

export type PrivacyConfig =
  | { readonly by: 'proxy'; readonly contact: RegistrantContact }
  | { readonly by: 'disclose' }
  | { readonly by: 'none' };

export interface FeeConfig {
  /** `premium` names only, on `always`, or never. */
  readonly use: 'none' | 'premium' | 'always';
  readonly currency: string;
  /** Credits we charge for one unit of the registry's currency, for premium names. */
  readonly creditsPerUnit: number;
  /** What a year costs us, by suffix and `*` for the others. A name that costs more is premium. */
  readonly standardFees: Readonly<Record<string, YearlyFees>>;
  /** Premium names for which the registry quotes no fee. */
  readonly premiumNames: Readonly<Record<string, YearlyFees>>;
}

/** In the registry's currency. */
export interface YearlyFees {
  readonly create: number;
  readonly renew: number;
  /** For one restore; absent: the registry's fee is not compared. */
  readonly restore?: number;
}

export function standardFeesOf(
  { standardFees }: Pick<FeeConfig, 'standardFees'>,
  name: string,
): YearlyFees | null {
  return bySuffix(standardFees, name);
}

/** The longest suffix decides, then `*`. */
export function bySuffix<T>(values: Readonly<Record<string, T>>, name: string): T | null {
  for (let dot = name.indexOf('.'); dot !== -1; dot = name.indexOf('.', dot + 1)) {
    const found = values[name.slice(dot + 1)];
    if (found !== undefined) return found;
  }
  return values['*'] ?? null;
}

/** The longest suffix decides. */
export function registryFor<Entry extends { readonly config: Pick<RegistryConfig, 'tlds'> }>(
  registries: readonly Entry[],
  name: string,
): Entry | null {
  for (let dot = name.indexOf('.'); dot !== -1; dot = name.indexOf('.', dot + 1)) {
    const suffix = name.slice(dot + 1);
    const found = registries.find(({ config }) => config.tlds.includes(suffix));
    if (found !== undefined) return found;
  }
  return registries.find(({ config }) => config.tlds.includes('*')) ?? null;
}

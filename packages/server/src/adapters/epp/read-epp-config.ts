/** Reads HOSTMASTER_EPP_CONFIG and the files it names. Paths count from the file's own directory. */
import { dirname, resolve } from 'node:path';
import { dayMs } from '@hostmaster/contract/durations';
import type { ClientTls, Credentials } from '@hostmaster/epp';
import { Fields, readJsonFile, readTextFile } from '../../base/json-fields.ts';
import { ConfigError } from '../../base/setting-values.ts';
import { normaliseNameserver } from '../../domains/nameserver-name.ts';
import type { RegistrantContact } from '../../storage/tables/domains/domains.ts';
import { readScripts } from './idn-tables.ts';
import {
  type FeeConfig,
  type PrivacyConfig,
  type RegistryConfig,
  standardFeesOf,
} from './registry-config.ts';

const setting = 'HOSTMASTER_EPP_CONFIG';

export function readEppConfig(file: string): readonly RegistryConfig[] {
  const root = new Fields({ setting, path: 'the file' }, readJsonFile(file, setting));
  const registries = root.objects('registries').map((fields) => readRegistry(fields, file));
  root.refuseOthers();
  const names = new Set<string>();
  const tlds = new Set<string>();
  for (const registry of registries) {
    if (names.has(registry.name)) throw twice('name', registry.name);
    names.add(registry.name);
    for (const tld of registry.tlds) {
      if (tlds.has(tld)) throw twice('tlds', tld);
      tlds.add(tld);
    }
  }
  return registries;
}

/** As they are written in the file. */
export function readEppEntries(file: string): readonly Readonly<Record<string, unknown>>[] {
  const { registries } = readJsonFile(file, setting) as {
    registries: Record<string, unknown>[];
  };
  return registries;
}

function readRegistry(fields: Fields, file: string): RegistryConfig {
  const seconds = (field: string, fallback: number) => fields.positive(field, fallback) * 1_000;
  const credentialsFile = resolve(dirname(file), fields.text('credentialsFile'));
  const registry: RegistryConfig = {
    name: fields.text('name'),
    tlds: fields.texts('tlds').map((tld) => tld.trim().toLowerCase().replace(/^\./, '')),
    isTestEnvironment: fields.boolean('testEnvironment', false),
    host: fields.text('host'),
    port: fields.integer('port', { min: 1, max: 65_535 }, 700),
    tls: readTls(fields, file),
    credentials: readCredentials(credentialsFile),
    credentialsFile,
    nameservers: fields.oneOf('nameservers', ['objects', 'attributes'], 'objects'),
    deletedHostSuffix: readSuffix(fields),
    contacts: fields.oneOf('contacts', ['thick', 'minimum'], 'thick'),
    privacy: readPrivacy(fields),
    redemptionMs: fields.has('redemptionDays')
      ? fields.integer('redemptionDays', { min: 0, max: 365 }) * dayMs || null
      : null,
    maximumYears: fields.has('maximumYears')
      ? fields.integer('maximumYears', { min: 0, max: 99 }) || null
      : 10,
    expiry: readExpiry(fields),
    transferYears: fields.boolean('transfers', true)
      ? fields.integer('transferYears', { min: 0, max: 1 }, 1)
      : null,
    ...readFees(fields),
    depositAlert: fields.has('depositAlert') ? fields.positive('depositAlert') : null,
    authCodes: fields.oneOf('authCodes', ['shown', 'hidden'], 'shown'),
    transferLock: fields.boolean('transferLock', true),
    dnssec: fields.boolean('dnssec', true),
    dnssecData: fields.oneOf('dnssecData', ['ds', 'key', 'both'], 'ds'),
    maxSigLifeSeconds: fields.has('maxSigLifeDays')
      ? (fields.integer('maxSigLifeDays', { min: 1, max: 365 }) * dayMs) / 1_000
      : null,
    idnTables: readIdnTables(fields),
    maximumSessions: fields.integer('maximumSessions', { min: 1, max: 100 }, 4),
    checkNames: fields.integer('checkNames', { min: 1, max: 100 }, 10),
    commandTimeoutMs: seconds('commandTimeoutSeconds', 30),
    connectTimeoutMs: seconds('connectTimeoutSeconds', 10),
    queueTimeoutMs: seconds('queueTimeoutSeconds', 10),
    keepAliveMs: seconds('keepAliveSeconds', 60),
    reconnect: {
      baseMs: seconds('reconnectFirstSeconds', 0.5),
      maxMs: seconds('reconnectMaximumSeconds', 60),
    },
    askAfterMs: seconds('askAgainSeconds', 60),
    decisionMsMax: fields.has('decisionDays') ? fields.positive('decisionDays', 1) * dayMs : null,
  };
  fields.refuseOthers();
  requireStandardFees(fields, registry);
  if (registry.contacts === 'minimum' && registry.privacy.by !== 'none') {
    throw fields.problem('privacy', 'must be absent where contacts are "minimum"');
  }
  return registry;
}

/** `.invalid` can never be registered (RFC 6761), so the delegations cannot be hijacked. */
function readSuffix(fields: Fields): string {
  const suffix = normaliseNameserver(fields.text('deletedHostSuffix', 'deleted-host.invalid'));
  if (suffix === null)
    throw fields.problem('deletedHostSuffix', 'must be a name of two labels or more');
  return suffix;
}

function readTls(fields: Fields, file: string): ClientTls {
  if (!fields.has('tls')) return {};
  const tls = fields.object('tls');
  const pem = (field: string) =>
    readTextFile(resolve(dirname(file), tls.text(field)), `tls.${field}`);
  const options: ClientTls = {
    ...(tls.has('caFile') ? { ca: pem('caFile') } : {}),
    ...(tls.has('certificateFile') ? { cert: pem('certificateFile') } : {}),
    ...(tls.has('keyFile') ? { key: pem('keyFile') } : {}),
    ...(tls.has('serverName') ? { servername: tls.text('serverName') } : {}),
  };
  tls.refuseOthers();
  if ((options.cert === undefined) !== (options.key === undefined)) {
    throw tls.problem('keyFile', 'and certificateFile belong together');
  }
  return options;
}

/** Read from a file, so that the configuration contains no secrets. */
export function readCredentials(path: string): Credentials {
  const credentials = new Fields(
    { setting, path: `credentialsFile ${path}` },
    readJsonFile(path, 'credentialsFile'),
  );
  const read = { clientId: credentials.text('clientId'), password: credentials.text('password') };
  credentials.refuseOthers();
  return read;
}

function readPrivacy(fields: Fields): PrivacyConfig {
  if (!fields.has('privacy')) return { by: 'none' };
  const privacy = fields.object('privacy');
  const by = privacy.oneOf('by', ['proxy', 'disclose', 'none']);
  const read = by === 'proxy' ? { by, contact: readContact(privacy.object('contact')) } : { by };
  privacy.refuseOthers();
  return read;
}

function readContact(fields: Fields): RegistrantContact {
  const contact = {
    firstName: fields.text('firstName'),
    lastName: fields.text('lastName'),
    ...(fields.has('organization') ? { organization: fields.text('organization') } : {}),
    email: fields.text('email'),
    phone: fields.text('phone'),
    address1: fields.text('address1'),
    ...(fields.has('address2') ? { address2: fields.text('address2') } : {}),
    city: fields.text('city'),
    stateProvince: fields.text('stateProvince'),
    postalCode: fields.text('postalCode'),
    country: fields.text('country').toUpperCase(),
  };
  fields.refuseOthers();
  return contact;
}

function readIdnTables(fields: Fields): RegistryConfig['idnTables'] {
  if (!fields.has('idnTables')) return {};
  const suffixes = fields.object('idnTables');
  return Object.fromEntries(
    suffixes.names().map((suffix) => {
      const tables = suffixes.object(suffix);
      const read = tables.names().map((scripts) => {
        const covers = readScripts(scripts);
        if (covers !== null) return { scripts, covers, table: tables.text(scripts) };
        throw tables.problem(scripts, 'must be scripts of Unicode such as Latin or Han+Hiragana');
      });
      return [suffix.toLowerCase().replace(/^\./, ''), read];
    }),
  );
}

function readExpiry(fields: Fields): RegistryConfig['expiry'] {
  if (!fields.has('expiry')) return { policy: 'expires' };
  const expiry = fields.object('expiry');
  const policy = expiry.oneOf('policy', ['expires', 'renews']);
  const read =
    policy === 'renews'
      ? { policy, graceMs: expiry.positive('graceDays', 45) * dayMs }
      : { policy };
  expiry.refuseOthers();
  return read;
}

function readFees(fields: Fields): Pick<RegistryConfig, 'fees' | 'warnings'> {
  const fees = fields.has('fees')
    ? fields.object('fees')
    : new Fields({ setting, path: 'fees' }, { use: 'none' });
  const read: FeeConfig = {
    use: fees.oneOf('use', ['none', 'premium', 'always']),
    currency: fees.text('currency', 'USD'),
    creditsPerUnit: fees.positive('creditsPerUnit', 1),
    standardFees: readYearlyFees(fees, 'standardFee'),
    premiumNames: readYearlyFees(fees, 'premiumNames'),
  };
  const warnings = fees.has('unquoted') ? [unquotedWarning] : [];
  fees.refuseOthers();
  return { fees: read, warnings };
}

const unquotedWarning =
  '"fees.unquoted" has no effect any more, remove it: without a quote a command carries the highest fee that was agreed';

function readYearlyFees(fees: Fields, field: string): FeeConfig['standardFees'] {
  if (!fees.has(field)) return {};
  const named = fees.object(field);
  return Object.fromEntries(
    named.names().map((name) => {
      const yearly = named.object(name);
      const read = {
        create: yearly.positive('create'),
        renew: yearly.positive('renew'),
        ...(yearly.has('restore') ? { restore: yearly.positive('restore') } : {}),
      };
      yearly.refuseOthers();
      return [name.toLowerCase().replace(/^\./, ''), read];
    }),
  );
}

/** Without the standard fee of a suffix a premium name could be sold at the standard price. */
function requireStandardFees(fields: Fields, { fees, tlds }: RegistryConfig): void {
  if (fees.use === 'none') return;
  const missing = tlds.find((tld) => standardFeesOf(fees, `name.${tld}`) === null);
  if (missing === undefined) return;
  throw fields.problem(
    'fees.standardFee',
    `must say what a year of a standard name under "${missing}" costs, such as {"${missing}":{"create":8.5,"renew":8.5}}`,
  );
}

function twice(field: string, value: string): ConfigError {
  return new ConfigError(`${setting}: registries.${field} has "${value}" more than once.`);
}

/**
 * Environment and flags become one validated, frozen object. A bad setting stops the start with one
 * line that names it.
 */
import { join, resolve } from 'node:path';
import type { Limits } from './base/limits.ts';
import { isLoopback } from './base/loopback.ts';
import {
  dnsListen,
  dnsSources,
  metricsListen,
  type ResolverSetting,
  resolvers,
  type SocketSetting,
  trustedProxies,
} from './base/setting-addresses.ts';
import {
  ConfigError,
  duration,
  integer,
  oneOf,
  type Rate,
  rate,
  retention,
} from './base/setting-values.ts';
import { presentSocketAddress } from './base/socket-address.ts';
import { normaliseNameserver } from './domains/nameserver-name.ts';
import { type SettingName, settings } from './settings.ts';

export interface Config {
  readonly port: number;
  readonly host: string;
  readonly dataDir: string;
  readonly databaseUrl: string | null;
  readonly databaseConnections: number;
  readonly mode: 'sandbox' | 'production';
  readonly firstApiKey: string | null;
  readonly publicUrl: string;
  readonly securityContact: string | null;
  readonly metricsListen: SocketSetting | null;
  /** Null is no limit. */
  readonly keyRate: Rate | null;
  readonly addressRate: Rate | null;
  /** Messages of one dynamic DNS key. */
  readonly updateRate: Rate | null;
  readonly dnsRate: Rate | null;
  readonly requestTimeoutMs: number;
  /** Their addresses and networks, or how many stand in front of the service. */
  readonly trustedProxies: number | readonly string[];
  readonly isSignUpOpen: boolean;
  readonly secretFile: string;
  readonly registrar: 'sandbox' | 'epp';
  readonly eppConfigFile: string | null;
  readonly sandboxDelayMs: number;
  readonly registryQuestions: number;
  readonly nameservers: readonly string[];
  readonly expiringSoonMs: number;
  readonly grace: GraceConfig;
  /** Addresses that NOTIFY and queries to secondaries are sent from. */
  readonly dnsSources: readonly string[];
  /** Null when nothing listens. */
  readonly dnsListen: readonly SocketSetting[];
  /** Empty: the resolvers of the system. */
  readonly resolvers: readonly ResolverSetting[];
  readonly catalogZone: string;
  /** Null when DNS over TLS is off. */
  readonly dnsTls: DnsTlsConfig | null;
  /** Null when NSID is not answered. */
  readonly dnsNsid: string | null;
  readonly smtpUrl: string | null;
  readonly mailFrom: string;
  /** Null: the operator gets no alerts. */
  readonly operatorEmail: string | null;
  readonly mailsPerRecipient: number;
  readonly retention: RetentionConfig;
  /** Null when card payments are disabled. */
  readonly stripe: StripeConfig | null;
  readonly roles: ReadonlySet<Role>;
  readonly limits: Limits;
  readonly logLevel: string;
}

export type Role = 'api' | 'jobs' | 'dns';

export interface DnsTlsConfig {
  readonly listen: readonly SocketSetting[];
  readonly certificateFile: string;
  readonly keyFile: string;
}

export interface StripeConfig {
  readonly secretKey: string;
  readonly webhookSecret: string;
  readonly apiUrl: string;
}

/** How long finished rows are kept. */
export interface RetentionConfig {
  readonly activityMs: number;
  readonly mailsMs: number;
  readonly sendsMs: number;
}

export interface GraceConfig {
  readonly defaultMs: number;
  readonly msBySuffix: ReadonlyMap<string, number>;
}

export type Environment = Readonly<Record<string, string | undefined>>;

/** Flags win over the environment. */
export function readConfig(
  environment: Environment,
  flags: Partial<Record<SettingName, string>> = {},
): Config {
  const text = (name: SettingName): string => {
    const value = flags[name] ?? environment[name];
    return value === undefined || value.trim() === '' ? settings[name].default : value.trim();
  };
  const dataDir = resolve(text('HOSTMASTER_DATA_DIR'));
  const host = text('HOST');
  const port = integer('PORT', text('PORT'), { min: 0, max: 65_535 });
  const registrar = oneOf('HOSTMASTER_REGISTRAR', text('HOSTMASTER_REGISTRAR'), ['sandbox', 'epp']);
  const mode = oneOf(
    'HOSTMASTER_MODE',
    text('HOSTMASTER_MODE') || (registrar === 'epp' ? 'production' : 'sandbox'),
    ['sandbox', 'production'],
  );
  const eppConfig = text('HOSTMASTER_EPP_CONFIG');
  if (registrar === 'epp' && eppConfig === '') {
    throw new ConfigError('HOSTMASTER_REGISTRAR=epp needs HOSTMASTER_EPP_CONFIG, a JSON file.');
  }
  if (mode === 'production' && registrar === 'sandbox') {
    throw new ConfigError('HOSTMASTER_MODE=production needs a registrar other than the sandbox.');
  }
  const url = publicUrl(text('HOSTMASTER_PUBLIC_URL')) ?? localUrl(host, port);
  if (mode === 'production' && !url.startsWith('https:') && !isLoopback(host)) {
    throw new ConfigError(
      'HOSTMASTER_PUBLIC_URL must be an https:// address in production: keys and passwords would travel unencrypted. Put a reverse proxy with TLS in front, or listen on HOST=127.0.0.1.',
    );
  }
  return Object.freeze({
    port,
    host,
    dataDir,
    databaseUrl: databaseUrl(text('DATABASE_URL')),
    databaseConnections: integer(
      'HOSTMASTER_DATABASE_CONNECTIONS',
      text('HOSTMASTER_DATABASE_CONNECTIONS'),
      { min: 2, max: 1_000 },
    ),
    mode,
    firstApiKey: firstApiKey(text('HOSTMASTER_FIRST_API_KEY'), mode),
    publicUrl: url,
    securityContact: securityContact(text('HOSTMASTER_SECURITY_CONTACT')),
    metricsListen: metricsListen(text('HOSTMASTER_METRICS_LISTEN')),
    keyRate: rate('HOSTMASTER_KEY_RATE', text('HOSTMASTER_KEY_RATE') || rateOf(mode, '100:200')),
    addressRate: rate(
      'HOSTMASTER_ADDRESS_RATE',
      text('HOSTMASTER_ADDRESS_RATE') || rateOf(mode, '50:500'),
    ),
    updateRate: rate(
      'HOSTMASTER_UPDATE_RATE',
      text('HOSTMASTER_UPDATE_RATE') || rateOf(mode, '50:100'),
    ),
    dnsRate: rate('HOSTMASTER_DNS_RATE', text('HOSTMASTER_DNS_RATE')),
    requestTimeoutMs: duration('HOSTMASTER_REQUEST_TIMEOUT', text('HOSTMASTER_REQUEST_TIMEOUT')),
    trustedProxies: trustedProxies(text('HOSTMASTER_TRUST_PROXY')),
    isSignUpOpen:
      oneOf('HOSTMASTER_SIGN_UP', text('HOSTMASTER_SIGN_UP'), ['open', 'closed']) === 'open',
    secretFile: resolve(text('HOSTMASTER_SECRET_FILE') || `${dataDir}/secret.key`),
    registrar,
    eppConfigFile: eppConfig === '' ? null : resolve(eppConfig),
    sandboxDelayMs: duration('HOSTMASTER_SANDBOX_DELAY', text('HOSTMASTER_SANDBOX_DELAY')),
    registryQuestions: integer(
      'HOSTMASTER_REGISTRY_QUESTIONS',
      text('HOSTMASTER_REGISTRY_QUESTIONS'),
      { min: 1, max: 1_000 },
    ),
    nameservers: nameservers(text('HOSTMASTER_NAMESERVERS')),
    expiringSoonMs: duration('HOSTMASTER_EXPIRING_SOON', text('HOSTMASTER_EXPIRING_SOON')),
    grace: grace(text('HOSTMASTER_GRACE')),
    dnsListen: dnsListen(text('HOSTMASTER_DNS_LISTEN')),
    dnsSources: dnsSources(text('HOSTMASTER_DNS_SOURCE'), text('HOSTMASTER_DNS_LISTEN')),
    resolvers: resolvers(text('HOSTMASTER_RESOLVER')),
    dnsTls: dnsTls({
      listen: text('HOSTMASTER_DNS_TLS_LISTEN'),
      certificateFile: text('HOSTMASTER_DNS_TLS_CERTIFICATE'),
      keyFile: text('HOSTMASTER_DNS_TLS_KEY'),
    }),
    dnsNsid: dnsNsid(text('HOSTMASTER_DNS_NSID')),
    catalogZone: catalogZone(text('HOSTMASTER_CATALOG_ZONE')),
    smtpUrl: smtpUrl(text('SMTP_URL')),
    mailFrom: mailFrom(text('HOSTMASTER_MAIL_FROM')),
    operatorEmail: operatorEmail(text('HOSTMASTER_OPERATOR_EMAIL')),
    mailsPerRecipient: integer(
      'HOSTMASTER_MAILS_PER_RECIPIENT',
      text('HOSTMASTER_MAILS_PER_RECIPIENT'),
      { min: 1, max: 1_000 },
    ),
    retention: {
      activityMs: retention('HOSTMASTER_ACTIVITY_RETENTION', text('HOSTMASTER_ACTIVITY_RETENTION')),
      mailsMs: retention('HOSTMASTER_MAIL_RETENTION', text('HOSTMASTER_MAIL_RETENTION')),
      sendsMs: retention('HOSTMASTER_SEND_RETENTION', text('HOSTMASTER_SEND_RETENTION')),
    },
    stripe: stripe({
      mode,
      publicUrl: text('HOSTMASTER_PUBLIC_URL'),
      secretKey: text('STRIPE_SECRET_KEY'),
      webhookSecret: text('STRIPE_WEBHOOK_SECRET'),
      apiUrl: text('HOSTMASTER_STRIPE_API'),
    }),
    roles: roles(text('HOSTMASTER_ROLES')),
    limits: limits(text),
    logLevel: oneOf('HOSTMASTER_LOG_LEVEL', text('HOSTMASTER_LOG_LEVEL'), [
      'fatal',
      'error',
      'warn',
      'info',
      'debug',
      'trace',
      'silent',
    ]),
  });
}

/** An address a person can open, also when the service listens everywhere. */
/** Where mail is written to files while no mail server is configured. */
export function mailDirectory({ dataDir }: Pick<Config, 'dataDir'>): string {
  return join(dataDir, 'mail');
}

export function localUrl(host: string, port: number): string {
  const shown = host === '0.0.0.0' || host === '::' ? 'localhost' : host;
  return `http://${presentSocketAddress(shown, port)}`;
}

const limitSettings: Readonly<Record<keyof Limits, SettingName>> = {
  recordsPerZone: 'HOSTMASTER_RECORDS_PER_ZONE',
  recordsPerName: 'HOSTMASTER_RECORDS_PER_NAME',
  charactersPerSet: 'HOSTMASTER_CHARACTERS_PER_SET',
  importLines: 'HOSTMASTER_IMPORT_LINES',
  importChanges: 'HOSTMASTER_IMPORT_CHANGES',
  updateEntries: 'HOSTMASTER_UPDATE_ENTRIES',
  apiKeys: 'HOSTMASTER_API_KEYS',
  updateKeys: 'HOSTMASTER_UPDATE_KEYS',
  members: 'HOSTMASTER_MEMBERS',
  contacts: 'HOSTMASTER_CONTACTS',
  workspaces: 'HOSTMASTER_WORKSPACES',
  openTopUps: 'HOSTMASTER_OPEN_TOP_UPS',
  dnsConnections: 'HOSTMASTER_DNS_CONNECTIONS',
  dnsConnectionsPerNetwork: 'HOSTMASTER_DNS_CONNECTIONS_PER_NETWORK',
};

function limits(text: (name: SettingName) => string): Limits {
  const entries = Object.entries(limitSettings).map(([limit, name]) => [
    limit,
    integer(name, text(name), { min: 1, max: 100_000_000 }),
  ]);
  return Object.freeze(Object.fromEntries(entries) as Record<keyof Limits, number>);
}

function rateOf(mode: Config['mode'], inProduction: string): string {
  return mode === 'production' ? inProduction : 'off';
}

function databaseUrl(text: string): string | null {
  if (text === '') return null;
  if (/^postgres(ql)?:\/\//.test(text) && URL.canParse(text)) return text;
  throw new ConfigError('DATABASE_URL must be a postgres:// address.');
}

function publicUrl(text: string): string | null {
  if (text === '') return null;
  if (/^https?:\/\//.test(text) && URL.canParse(text)) return text.replace(/(?<!\/)\/+$/, '');
  throw new ConfigError(
    `HOSTMASTER_PUBLIC_URL must be an http:// or https:// address, not "${text}".`,
  );
}

function securityContact(text: string): string | null {
  if (text === '') return null;
  if (/^(?:mailto:|https:\/\/)[\x21-\x7e]+$/.test(text) && URL.canParse(text)) return text;
  throw new ConfigError(
    `HOSTMASTER_SECURITY_CONTACT must be a mailto: or https:// address, not "${text}".`,
  );
}

function dnsTls(given: {
  readonly listen: string;
  readonly certificateFile: string;
  readonly keyFile: string;
}): DnsTlsConfig | null {
  const listen = dnsListen(given.listen, 'HOSTMASTER_DNS_TLS_LISTEN');
  if (listen.length === 0) return null;
  if (given.certificateFile === '' || given.keyFile === '') {
    throw new ConfigError(
      'HOSTMASTER_DNS_TLS_LISTEN needs HOSTMASTER_DNS_TLS_CERTIFICATE and HOSTMASTER_DNS_TLS_KEY.',
    );
  }
  return {
    listen,
    certificateFile: resolve(given.certificateFile),
    keyFile: resolve(given.keyFile),
  };
}

function dnsNsid(text: string): string | null {
  if (text === '') return null;
  if (/^[\x21-\x7e]{1,64}$/.test(text)) return text;
  throw new ConfigError(
    'HOSTMASTER_DNS_NSID must have 1 to 64 printable characters without spaces.',
  );
}

function catalogZone(text: string): string {
  const name = normaliseNameserver(text);
  if (name !== null) return name;
  throw new ConfigError(
    `HOSTMASTER_CATALOG_ZONE must be a name such as catalog.example.net, not "${text}".`,
  );
}

function smtpUrl(text: string): string | null {
  if (text === '') return null;
  if (!/^smtps?:\/\/[^/]/.test(text) || !URL.canParse(text)) {
    throw new ConfigError('SMTP_URL must be an smtp:// or smtps:// address.');
  }
  const { searchParams } = new URL(text);
  const isKnown = [...searchParams].every(
    ([name, value]) => name === 'tls' && ['required', 'optional', 'off'].includes(value),
  );
  if (isKnown) return text;
  throw new ConfigError('SMTP_URL may end with ?tls=required, ?tls=optional or ?tls=off only.');
}

function mailFrom(text: string): string {
  if (/^(?:[^<>\r\n]*<[^\s@<>]+@[^\s@<>]+>|[^\s@<>]+@[^\s@<>]+)$/.test(text)) return text;
  throw new ConfigError(
    `HOSTMASTER_MAIL_FROM must be an address such as "Names <names@example.com>", not "${text}".`,
  );
}

function operatorEmail(text: string): string | null {
  if (text === '') return null;
  if (/^[^\s@<>]+@[^\s@<>]+$/.test(text)) return text;
  throw new ConfigError(
    `HOSTMASTER_OPERATOR_EMAIL must be an address such as ops@example.com, not "${text}".`,
  );
}

/** Secrets are never repeated in a message. */
function stripe(given: StripeConfig & Pick<Config, 'mode' | 'publicUrl'>): StripeConfig | null {
  const { mode, publicUrl: shownUrl, secretKey, webhookSecret, apiUrl } = given;
  const isOurs = /^http:\/\/(?:127\.0\.0\.1|localhost|\[::1\])(?::\d+)?$/.test(apiUrl);
  if (!isOurs && !/^https:\/\/[^/]+$/.test(apiUrl)) {
    throw new ConfigError(
      `HOSTMASTER_STRIPE_API must be an https:// address without a path, not "${apiUrl}".`,
    );
  }
  if (secretKey === '' && webhookSecret === '') return null;
  if (!/^whsec_[\x21-\x7e]+$/.test(webhookSecret)) {
    throw new ConfigError(
      'STRIPE_SECRET_KEY needs STRIPE_WEBHOOK_SECRET, which begins with whsec_; Stripe shows it beside the webhook.',
    );
  }
  if (!/^[sr]k_(?:test|live)_[\x21-\x7e]+$/.test(secretKey)) {
    throw new ConfigError(
      'STRIPE_WEBHOOK_SECRET needs STRIPE_SECRET_KEY, which begins with sk_live_, rk_live_, sk_test_ or rk_test_.',
    );
  }
  const isLive = /^.k_live_/.test(secretKey);
  if (isLive && mode === 'sandbox') {
    throw new ConfigError('STRIPE_SECRET_KEY must be a test key in the sandbox.');
  }
  if (isLive && !shownUrl.startsWith('https://')) {
    throw new ConfigError(
      'HOSTMASTER_PUBLIC_URL must be an https:// address for a live STRIPE_SECRET_KEY: customers come back to it.',
    );
  }
  return { secretKey, webhookSecret, apiUrl };
}

function firstApiKey(text: string, mode: Config['mode']): string | null {
  if (text === '') return null;
  if (mode !== 'sandbox')
    throw new ConfigError('HOSTMASTER_FIRST_API_KEY works in the sandbox only.');
  if (!/^[\x21-\x7e]{16,200}$/.test(text)) {
    throw new ConfigError(
      'HOSTMASTER_FIRST_API_KEY must have 16 to 200 printable characters without spaces.',
    );
  }
  return text;
}

function nameservers(text: string): readonly string[] {
  const names = text.split(',').map((name) => normaliseNameserver(name.trim()));
  const valid = names.filter((name) => name !== null);
  if (
    valid.length === names.length &&
    new Set(valid).size === valid.length &&
    valid.length >= 2 &&
    valid.length <= 13
  ) {
    return valid;
  }
  throw new ConfigError(
    `HOSTMASTER_NAMESERVERS must be 2 to 13 different hostnames separated by commas, not "${text}".`,
  );
}

/** `30d,uk=90d,co.uk=60d`: one duration for all, others by suffix. */
function grace(text: string): GraceConfig {
  const msBySuffix = new Map<string, number>();
  let defaultMs = duration('HOSTMASTER_GRACE', settings.HOSTMASTER_GRACE.default);
  for (const part of text.split(',')) {
    const [first = '', second, ...rest] = part.split('=').map((piece) => piece.trim());
    if (second === undefined) {
      defaultMs = duration('HOSTMASTER_GRACE', first);
      continue;
    }
    if (rest.length > 0 || !/^[a-z0-9-]+(\.[a-z0-9-]+)*$/i.test(first)) {
      throw new ConfigError(`HOSTMASTER_GRACE must be such as 30d,uk=90d, not "${text}".`);
    }
    msBySuffix.set(first.toLowerCase(), duration('HOSTMASTER_GRACE', second));
  }
  return { defaultMs, msBySuffix };
}

function roles(text: string): ReadonlySet<Role> {
  const names = text
    .split(',')
    .map((role) => oneOf('HOSTMASTER_ROLES', role.trim(), ['api', 'jobs', 'dns']));
  return new Set(names);
}

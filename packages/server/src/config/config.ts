/**
 * Environment and flags become one validated, frozen object. A bad setting stops the start with one
 * line that names it.
 */
import { resolve } from 'node:path';
import type { Limits } from '../base/limits.ts';
import { isLoopback } from '../base/loopback.ts';
import {
  dnsListen,
  dnsSources,
  metricsListen,
  type ResolverSetting,
  resolvers,
  type SocketSetting,
  trustedProxies,
} from '../base/setting-addresses.ts';
import {
  ConfigError,
  duration,
  eventRetention,
  integer,
  oneOf,
  type Rate,
  rate,
  retention,
} from '../base/setting-values.ts';
import { type SettingName, settings } from '../settings.ts';
import { type GraceConfig, grace } from './grace.ts';
import { limits } from './limits.ts';
import { mailFrom, operatorEmail, smtpUrl } from './mail.ts';
import { catalogZone, type DnsTlsConfig, dnsNsid, dnsTls, nameservers } from './nameserver.ts';
import { contactUrl, localUrl, publicUrl } from './public-url.ts';
import { type StripeConfig, stripe } from './stripe.ts';

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
  readonly supportContact: string | null;
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
  readonly transferLockMs: number;
  readonly authCodeMs: number;
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
  readonly areWebhooksPrivate: boolean;
  readonly logLevel: string;
}

export type Role = 'api' | 'jobs' | 'dns';

/** How long finished rows are kept. */
export interface RetentionConfig {
  readonly activityMs: number;
  readonly mailsMs: number;
  readonly sendsMs: number;
  readonly revisionsMs: number;
  readonly revisionsCount: number;
  readonly eventsMs: number;
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
    securityContact: contactUrl('HOSTMASTER_SECURITY_CONTACT', text('HOSTMASTER_SECURITY_CONTACT')),
    supportContact: contactUrl('HOSTMASTER_SUPPORT_CONTACT', text('HOSTMASTER_SUPPORT_CONTACT')),
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
    transferLockMs: duration('HOSTMASTER_TRANSFER_LOCK', text('HOSTMASTER_TRANSFER_LOCK')),
    authCodeMs: duration('HOSTMASTER_AUTH_CODE', text('HOSTMASTER_AUTH_CODE')),
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
      revisionsMs: retention(
        'HOSTMASTER_REVISION_RETENTION',
        text('HOSTMASTER_REVISION_RETENTION'),
      ),
      revisionsCount: integer('HOSTMASTER_REVISIONS_KEPT', text('HOSTMASTER_REVISIONS_KEPT'), {
        min: 1,
        max: 1_000_000,
      }),
      eventsMs: eventRetention('HOSTMASTER_EVENT_RETENTION', text('HOSTMASTER_EVENT_RETENTION')),
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
    areWebhooksPrivate:
      oneOf('HOSTMASTER_WEBHOOKS_ALLOW_PRIVATE', text('HOSTMASTER_WEBHOOKS_ALLOW_PRIVATE'), [
        'true',
        'false',
      ]) === 'true',
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

function rateOf(mode: Config['mode'], inProduction: string): string {
  return mode === 'production' ? inProduction : 'off';
}

function databaseUrl(text: string): string | null {
  if (text === '') return null;
  if (/^postgres(ql)?:\/\//.test(text) && URL.canParse(text)) return text;
  throw new ConfigError('DATABASE_URL must be a postgres:// address.');
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

function roles(text: string): ReadonlySet<Role> {
  const names = text
    .split(',')
    .map((role) => oneOf('HOSTMASTER_ROLES', role.trim(), ['api', 'jobs', 'dns']));
  return new Set(names);
}

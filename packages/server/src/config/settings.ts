/**
 * Every setting: the variable, its default, its meaning and how it is read. The type of the configuration
 * follows from this table, and tests compare docs/settings.md and docs/limits.md with it.
 */
import { limitSettings } from '../base/limits.ts';
import { type NamesOf, setting } from '../base/setting.ts';
import {
  addresses,
  resolvers,
  socket,
  sockets,
  trustedProxies,
} from '../base/setting-addresses.ts';
import {
  ConfigError,
  day,
  duration,
  durationFrom,
  flag,
  integer,
  oneOf,
  optional,
  path,
  rate,
} from '../base/setting-values.ts';
import { grace, usualGrace } from './grace.ts';
import { emailAddress, mailFrom, smtpUrl } from './mail.ts';
import { dnsWorkers, nameservers, nsid, serverVersion, zoneName } from './nameserver.ts';
import { publicDataSettings } from './public-data.ts';
import { contactUrl, publicUrl } from './public-url.ts';
import { retentionSettings } from './retention.ts';
import { sellerSettings } from './seller.ts';
import { soaSettings } from './soa.ts';
import { stripeApi } from './stripe.ts';
import { templateFolder } from './templates.ts';

export const settings = {
  port: setting('PORT', {
    default: '3000',
    meaning: 'Port of the API; 0 picks a free one.',
    parse: integer({ min: 0, max: 65_535 }),
  }),
  host: setting('HOST', {
    default: '127.0.0.1',
    meaning: 'Address the API listens on.',
    parse: (text) => text,
  }),
  dataDir: setting('HOSTMASTER_DATA_DIR', {
    default: './data',
    meaning: 'Directory of the databases and the secret file.',
    parse: path,
  }),
  environmentFile: setting('HOSTMASTER_ENV_FILE', {
    default: '',
    meaning:
      'A file with settings, `NAME=value` in each line, for the service and all commands; variables of the environment win.',
    parse: optional(path),
  }),
  databaseUrl: setting('DATABASE_URL', {
    default: '',
    meaning: 'A `postgres://` address; without it SQLite in the data directory is used.',
    secret: 'password',
    parse: optional(databaseUrl),
  }),
  databaseConnections: setting('HOSTMASTER_DATABASE_CONNECTIONS', {
    default: '10',
    meaning: 'Connections to PostgreSQL that one process opens at most.',
    parse: integer({ min: 2, max: 1_000 }),
  }),
  mode: setting('HOSTMASTER_MODE', {
    default: '',
    meaning: '`sandbox` or `production`; sandbox unless `HOSTMASTER_REGISTRAR` is `epp`.',
    parse: optional(oneOf('sandbox', 'production')),
  }),
  firstApiKey: setting('HOSTMASTER_FIRST_API_KEY', {
    default: '',
    meaning:
      "Sandbox only: the first workspace's key, 16 characters or more, for scripted set-ups.",
    secret: 'value',
    parse: optional(apiKey),
  }),
  publicUrl: setting('HOSTMASTER_PUBLIC_URL', {
    default: '',
    meaning: 'The address users reach the service at; by default the one it listens on.',
    parse: optional(publicUrl),
  }),
  securityContact: setting('HOSTMASTER_SECURITY_CONTACT', {
    default: '',
    meaning:
      'Where to report a vulnerability, `mailto:` or `https:`; served at `/.well-known/security.txt`.',
    parse: optional(contactUrl),
  }),
  supportContact: setting('HOSTMASTER_SUPPORT_CONTACT', {
    default: '',
    meaning: 'Where customers ask for help, `mailto:` or `https:`; shown on the help page.',
    parse: optional(contactUrl),
  }),
  templates: setting('HOSTMASTER_TEMPLATES', {
    default: '',
    meaning:
      'A folder with templates of your own, a JSON file for each; read when the service starts.',
    parse: (text, name) => (text === '' ? [] : templateFolder(text, name)),
  }),
  metricsListen: setting('HOSTMASTER_METRICS_LISTEN', {
    default: '',
    meaning: 'Address of the metrics for Prometheus, such as `127.0.0.1:9464`; off when empty.',
    parse: optional(socket),
  }),
  trustedProxies: setting('HOSTMASTER_TRUST_PROXY', {
    default: 'false',
    meaning:
      'Reverse proxies whose `X-Forwarded-For` is believed: addresses or networks, or how many there are.',
    parse: trustedProxies,
  }),
  keyRate: setting('HOSTMASTER_KEY_RATE', {
    default: 'off',
    productionDefault: '100:200',
    meaning:
      'Requests per second and burst of one API key or user, such as `100:200`, or `off`; by default `off` in the sandbox, otherwise `100:200`.',
    kind: 'limit',
    parse: rate,
  }),
  addressRate: setting('HOSTMASTER_ADDRESS_RATE', {
    default: 'off',
    productionDefault: '50:500',
    meaning:
      'The same for one client address, outside `/v1`; by default `off` in the sandbox, otherwise `50:500`.',
    kind: 'limit',
    parse: rate,
  }),
  requestTimeoutMs: setting('HOSTMASTER_REQUEST_TIMEOUT', {
    default: '30s',
    meaning: 'How long a whole HTTP request may take to arrive.',
    kind: 'limit',
    parse: duration,
  }),
  isSignUpOpen: setting('HOSTMASTER_SIGN_UP', {
    default: 'closed',
    meaning: '`open` lets visitors create accounts in the dashboard; `closed` does not.',
    parse: flag('open', 'closed'),
  }),
  sessionLimits: {
    idleMs: setting('HOSTMASTER_SESSION_IDLE', {
      default: '7d',
      meaning: 'A session of the dashboard ends after this time without use, 15m or more.',
      parse: durationFrom('15m', '7d'),
    }),
    lifeMs: setting('HOSTMASTER_SESSION_LIFE', {
      default: '30d',
      meaning: 'A session of the dashboard ends this long after it began, 1h or more.',
      parse: durationFrom('1h', '30d'),
    }),
  },
  oidcConfigFile: setting('HOSTMASTER_OIDC_CONFIG', {
    default: '',
    meaning:
      'A JSON file that describes identity providers by which people sign in with OpenID Connect.',
    parse: optional(path),
  }),
  secondFactorFrom: setting('HOSTMASTER_SECOND_FACTOR_FROM', {
    default: '',
    meaning:
      'A date such as `2027-01-31` from which every account needs a second factor in the dashboard; without it each workspace decides.',
    parse: optional(day),
  }),
  secretFile: setting('HOSTMASTER_SECRET_FILE', {
    default: '',
    meaning: 'Key that encrypts secrets at rest; created as `secret.key` in the data directory.',
    parse: optional(path),
  }),
  contactEncryptionDelayMs: setting('HOSTMASTER_CONTACT_ENCRYPTION_DELAY', {
    default: '1d',
    meaning:
      'How long no process of a version that cannot read encrypted registrant contacts may have run before they are encrypted; until then you can go back to it.',
    parse: duration,
  }),
  registrar: setting('HOSTMASTER_REGISTRAR', {
    default: 'sandbox',
    meaning: '`sandbox`, the built-in registry, or `epp`, registries over EPP.',
    parse: oneOf('sandbox', 'epp'),
  }),
  eppConfigFile: setting('HOSTMASTER_EPP_CONFIG', {
    default: '',
    meaning: 'A JSON file that describes the registries; needed when the registrar is `epp`.',
    parse: optional(path),
  }),
  sandboxDelayMs: setting('HOSTMASTER_SANDBOX_DELAY', {
    default: '1s',
    meaning: 'How long the sandbox registry takes to provision a name.',
    parse: duration,
  }),
  nameservers: setting('HOSTMASTER_NAMESERVERS', {
    default: 'ns1.hostmaster.example,ns2.hostmaster.example',
    productionDefault: '',
    meaning:
      'Nameservers of new domains, 2 to 13, separated by commas; production has no default and sells nothing without them.',
    parse: nameservers,
  }),
  expiringSoonMs: setting('HOSTMASTER_EXPIRING_SOON', {
    default: '30d',
    meaning: 'How long before expiry a domain shows `expiring_soon`.',
    parse: duration,
  }),
  grace: setting('HOSTMASTER_GRACE', {
    default: usualGrace,
    meaning: 'How long an expired domain stays renewable; per suffix as in `30d,uk=90d`.',
    parse: grace,
  }),
  transferLockMs: setting('HOSTMASTER_TRANSFER_LOCK', {
    default: '60d',
    meaning:
      'How long a domain stays locked against transfers after its registration and after a change of its owner.',
    parse: duration,
  }),
  authCodeMs: setting('HOSTMASTER_AUTH_CODE', {
    default: '14d',
    meaning: 'How long an issued auth code is valid.',
    parse: duration,
  }),
  smtpUrl: setting('SMTP_URL', {
    default: '',
    meaning:
      'Mail server, `smtps://` or `smtp://`, which needs STARTTLS unless it ends with `?tls=optional` or `?tls=off`; without it mails become files in the data directory.',
    secret: 'password',
    parse: optional(smtpUrl),
  }),
  mailFrom: setting('HOSTMASTER_MAIL_FROM', {
    default: 'Hostmaster <hostmaster@localhost>',
    meaning: 'Sender of all mail.',
    parse: mailFrom,
  }),
  operatorEmail: setting('HOSTMASTER_OPERATOR_EMAIL', {
    default: '',
    meaning:
      'Where alerts go: a registry refuses the sign-in, its deposit is low or its queue grows, a secondary does not answer.',
    parse: optional(emailAddress),
  }),
  retention: retentionSettings,
  stripe: {
    secretKey: setting('STRIPE_SECRET_KEY', {
      default: '',
      meaning: 'Secret key of a Stripe account; with it customers top up by card.',
      secret: 'value',
      parse: (text) => text,
    }),
    webhookSecret: setting('STRIPE_WEBHOOK_SECRET', {
      default: '',
      meaning: 'Signing secret of the webhook at `/webhooks/stripe`; needed with the secret key.',
      secret: 'value',
      parse: (text) => text,
    }),
    apiUrl: setting('HOSTMASTER_STRIPE_API', {
      default: 'https://api.stripe.com',
      meaning: "Where Stripe's API is reached; another address is for tests.",
      parse: stripeApi,
    }),
  },
  seller: sellerSettings,
  dnsListen: setting('HOSTMASTER_DNS_LISTEN', {
    default: '127.0.0.1:5300',
    meaning:
      'Addresses and ports of the DNS server, UDP and TCP, such as `192.0.2.1:53,[2001:db8::1]:53`; `off` for none, port 0 picks one.',
    parse: sockets,
  }),
  dnsSources: setting('HOSTMASTER_DNS_SOURCE', {
    default: '',
    meaning:
      'Addresses that NOTIFY and queries to secondaries are sent from, one per family; by default those of `HOSTMASTER_DNS_LISTEN`.',
    parse: optional(addresses),
  }),
  dnsTls: {
    listen: setting('HOSTMASTER_DNS_TLS_LISTEN', {
      default: 'off',
      meaning:
        'Addresses and ports of DNS over TLS, such as `192.0.2.1:853`, for queries and transfers; `off` for none.',
      parse: sockets,
    }),
    certificateFile: setting('HOSTMASTER_DNS_TLS_CERTIFICATE', {
      default: '',
      meaning: 'Certificate chain of DNS over TLS, a PEM file; read again when it changes.',
      parse: optional(path),
    }),
    keyFile: setting('HOSTMASTER_DNS_TLS_KEY', {
      default: '',
      meaning: 'Private key of that certificate, a PEM file.',
      parse: optional(path),
    }),
  },
  dnsWorkers: setting('HOSTMASTER_DNS_WORKERS', {
    default: '',
    meaning:
      'Threads that answer DNS over UDP, 1 to 64; by default one per core, at most 8. With 1 the main thread does.',
    parse: dnsWorkers,
  }),
  dnsNsid: setting('HOSTMASTER_DNS_NSID', {
    default: '',
    meaning:
      'Name of this server for clients that ask for it (NSID, `id.server` in class CH), such as `ns1-fra`.',
    parse: optional(nsid),
  }),
  dnsVersion: setting('HOSTMASTER_DNS_VERSION', {
    default: '',
    meaning: 'Answer to questions for `version.bind` in class CH; without it they are refused.',
    parse: optional(serverVersion),
  }),
  soaDefaults: soaSettings,
  signsNewDomains: setting('HOSTMASTER_DNSSEC_NEW_DOMAINS', {
    default: 'off',
    meaning: '`on` turns DNSSEC on for each domain that is registered with our nameservers.',
    parse: flag('on', 'off'),
  }),
  dnssecRollAfterMs: setting('HOSTMASTER_DNSSEC_ROLL_AFTER', {
    default: '',
    meaning: 'Age at which the key of a signed domain is replaced, 30d or more; by default never.',
    parse: optional(durationFrom('30d', '1y')),
  }),
  parentResolvers: setting('HOSTMASTER_DNSSEC_RESOLVER', {
    default: '',
    meaning:
      'Recursive resolvers that must see DS records in the zone of the registry before a phase of DNSSEC ends, and validate first DS records of other operators, `192.0.2.1:53,…`; by default the answer of the registry is enough.',
    parse: resolvers,
  }),
  zoneDigestRecords: setting('HOSTMASTER_ZONEMD_RECORDS', {
    default: '0',
    meaning:
      'Signed zones of up to this many records have a digest of the whole zone (ZONEMD), at most 400; `0`: none has.',
    parse: integer({ min: 0, max: 400 }),
  }),
  catalogZone: setting('HOSTMASTER_CATALOG_ZONE', {
    default: 'catalog.hostmaster.invalid',
    meaning: 'Name of the catalog zone that lists all zones for secondaries.',
    parse: zoneName,
  }),
  resolvers: setting('HOSTMASTER_RESOLVER', {
    default: '',
    meaning:
      'Recursive resolvers for flattened records, `192.0.2.1:53,…`; by default those of the system. Only those set here are asked by the check of mail.',
    parse: resolvers,
  }),
  roles: setting('HOSTMASTER_ROLES', {
    default: 'api,jobs,dns',
    meaning:
      'What this process does: `api` answers requests, `jobs` talks to the registry, `dns` serves zones.',
    parse: roles,
  }),
  updateRate: setting('HOSTMASTER_UPDATE_RATE', {
    default: 'off',
    productionDefault: '50:100',
    meaning:
      'DNS UPDATE messages per second and burst of one dynamic DNS key; by default `off` in the sandbox, otherwise `50:100`.',
    kind: 'limit',
    parse: rate,
  }),
  limits: limitSettings,
  dnsRate: setting('HOSTMASTER_DNS_RATE', {
    default: '200:400',
    meaning:
      'Answers per second and burst over UDP to one IPv4 /24 or IPv6 /56, signed ones and loopback excepted; `off` for no limit.',
    kind: 'limit',
    parse: rate,
  }),
  areWebhooksPrivate: setting('HOSTMASTER_WEBHOOKS_ALLOW_PRIVATE', {
    default: 'false',
    meaning:
      'Whether webhooks, NOTIFY to secondaries of customers and questions to their nameservers may lead to private and loopback addresses: `true` or `false`.',
    parse: flag('true', 'false'),
  }),
  publicData: publicDataSettings,
  logLevel: setting('HOSTMASTER_LOG_LEVEL', {
    default: 'info',
    meaning: '`fatal`, `error`, `warn`, `info`, `debug`, `trace` or `silent`.',
    parse: oneOf('fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'),
  }),
};

export type SettingName = NamesOf<typeof settings>;

/** It may hold a password, so the message does not repeat it. */
function databaseUrl(text: string, name: string): string {
  if (/^postgres(ql)?:\/\//.test(text) && URL.canParse(text)) return text;
  throw new ConfigError(`${name} must be a postgres:// address.`);
}

function apiKey(text: string, name: string): string {
  if (/^[\x21-\x7e]{16,200}$/.test(text)) return text;
  throw new ConfigError(`${name} must have 16 to 200 printable characters without spaces.`);
}

const role = oneOf('api', 'jobs', 'dns');

function roles(text: string, name: string): ReadonlySet<ReturnType<typeof role>> {
  return new Set(text.split(',').map((part) => role(part.trim(), name)));
}

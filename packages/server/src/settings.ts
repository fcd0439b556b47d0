/** Every setting with its default and meaning. The README's table is checked against it. */

interface Setting {
  readonly default: string;
  readonly meaning: string;
  /** A limit is a row of docs/limits.md, which says how the service answers beyond it. */
  readonly kind?: 'limit';
}

export const settings = {
  PORT: { default: '3000', meaning: 'Port of the API; 0 picks a free one.' },
  HOST: { default: '127.0.0.1', meaning: 'Address the API listens on.' },
  HOSTMASTER_DATA_DIR: {
    default: './data',
    meaning: 'Directory of the databases and the secret file.',
  },
  DATABASE_URL: {
    default: '',
    meaning: 'A `postgres://` address; without it SQLite in the data directory is used.',
  },
  HOSTMASTER_DATABASE_CONNECTIONS: {
    default: '10',
    meaning: 'Connections to PostgreSQL that one process opens at most.',
  },
  HOSTMASTER_MODE: {
    default: '',
    meaning: '`sandbox` or `production`; sandbox unless `HOSTMASTER_REGISTRAR` is `epp`.',
  },
  HOSTMASTER_FIRST_API_KEY: {
    default: '',
    meaning:
      "Sandbox only: the first workspace's key, 16 characters or more, for scripted set-ups.",
  },
  HOSTMASTER_PUBLIC_URL: {
    default: '',
    meaning: 'The address users reach the service at; by default the one it listens on.',
  },
  HOSTMASTER_SECURITY_CONTACT: {
    default: '',
    meaning:
      'Where to report a vulnerability, `mailto:` or `https:`; served at `/.well-known/security.txt`.',
  },
  HOSTMASTER_SUPPORT_CONTACT: {
    default: '',
    meaning: 'Where customers ask for help, `mailto:` or `https:`; shown on the help page.',
  },
  HOSTMASTER_METRICS_LISTEN: {
    default: '',
    meaning: 'Address of the metrics for Prometheus, such as `127.0.0.1:9464`; off when empty.',
  },
  HOSTMASTER_TRUST_PROXY: {
    default: 'false',
    meaning:
      'Reverse proxies whose `X-Forwarded-For` is believed: addresses or networks, or how many there are.',
  },
  HOSTMASTER_KEY_RATE: {
    default: '',
    meaning:
      'Requests per second and burst of one API key or user, such as `100:200`, or `off`; by default `off` in the sandbox, otherwise `100:200`.',
    kind: 'limit',
  },
  HOSTMASTER_ADDRESS_RATE: {
    default: '',
    meaning:
      'The same for one client address, outside `/v1`; by default `off` in the sandbox, otherwise `50:500`.',
    kind: 'limit',
  },
  HOSTMASTER_REQUEST_TIMEOUT: {
    default: '30s',
    meaning: 'How long a whole HTTP request may take to arrive.',
    kind: 'limit',
  },
  HOSTMASTER_SIGN_UP: {
    default: 'closed',
    meaning: '`open` lets visitors create accounts in the dashboard; `closed` does not.',
  },
  HOSTMASTER_SECRET_FILE: {
    default: '',
    meaning: 'Key that encrypts secrets at rest; created as `secret.key` in the data directory.',
  },
  HOSTMASTER_REGISTRAR: {
    default: 'sandbox',
    meaning: '`sandbox`, the built-in registry, or `epp`, registries over EPP.',
  },
  HOSTMASTER_EPP_CONFIG: {
    default: '',
    meaning: 'A JSON file that describes the registries; needed when the registrar is `epp`.',
  },
  HOSTMASTER_SANDBOX_DELAY: {
    default: '1s',
    meaning: 'How long the sandbox registry takes to provision a name.',
  },
  HOSTMASTER_REGISTRY_QUESTIONS: {
    default: '16',
    meaning: 'Availability questions of one workspace that are in flight at once; more wait.',
    kind: 'limit',
  },
  HOSTMASTER_NAMESERVERS: {
    default: 'ns1.hostmaster.example,ns2.hostmaster.example',
    meaning: 'Nameservers of new domains, 2 to 13, separated by commas.',
  },
  HOSTMASTER_EXPIRING_SOON: {
    default: '30d',
    meaning: 'How long before expiry a domain shows `expiring_soon`.',
  },
  HOSTMASTER_GRACE: {
    default: '30d',
    meaning: 'How long an expired domain stays renewable; per suffix as in `30d,uk=90d`.',
  },
  HOSTMASTER_TRANSFER_LOCK: {
    default: '60d',
    meaning:
      'How long a domain stays locked against transfers after its registration and after a change of its owner.',
  },
  HOSTMASTER_AUTH_CODE: {
    default: '14d',
    meaning: 'How long an issued auth code is valid.',
  },
  SMTP_URL: {
    default: '',
    meaning:
      'Mail server, `smtps://` or `smtp://`, which needs STARTTLS unless it ends with `?tls=optional` or `?tls=off`; without it mails become files in the data directory.',
  },
  HOSTMASTER_MAIL_FROM: {
    default: 'Hostmaster <hostmaster@localhost>',
    meaning: 'Sender of all mail.',
  },
  HOSTMASTER_OPERATOR_EMAIL: {
    default: '',
    meaning: 'Where alerts about registries go: refused sign-in, low deposit, growing queue.',
  },
  HOSTMASTER_MAILS_PER_RECIPIENT: {
    default: '5',
    meaning:
      'Mails that requests send to one address for one purpose (sign-up, reset, confirmation, sign-in); then one every 10 minutes.',
    kind: 'limit',
  },
  HOSTMASTER_ACTIVITY_RETENTION: {
    default: '2y',
    meaning: 'How long activity is kept, 90d or more.',
  },
  HOSTMASTER_MAIL_RETENTION: {
    default: '1y',
    meaning: 'How long mails that were sent or given up are kept, 90d or more.',
  },
  HOSTMASTER_SEND_RETENTION: {
    default: '2y',
    meaning:
      'How long the journal of commands to registries is kept once they are settled, 90d or more.',
  },
  HOSTMASTER_REVISION_RETENTION: {
    default: '1y',
    meaning:
      'How long the history of a zone is kept, 90d or more; its last revisions are kept longer.',
  },
  HOSTMASTER_REVISIONS_KEPT: {
    default: '1000',
    meaning: 'How many revisions of a zone are kept whatever their age.',
  },
  HOSTMASTER_EVENT_RETENTION: {
    default: '90d',
    meaning: 'How long events and deliveries to webhooks are kept, 7d or more.',
  },
  STRIPE_SECRET_KEY: {
    default: '',
    meaning: 'Secret key of a Stripe account; with it customers top up by card.',
  },
  STRIPE_WEBHOOK_SECRET: {
    default: '',
    meaning: 'Signing secret of the webhook at `/webhooks/stripe`; needed with the secret key.',
  },
  HOSTMASTER_STRIPE_API: {
    default: 'https://api.stripe.com',
    meaning: "Where Stripe's API is reached; another address is for tests.",
  },
  HOSTMASTER_DNS_LISTEN: {
    default: '127.0.0.1:5300',
    meaning:
      'Addresses and ports of the DNS server, UDP and TCP, such as `192.0.2.1:53,[2001:db8::1]:53`; `off` for none, port 0 picks one.',
  },
  HOSTMASTER_DNS_SOURCE: {
    default: '',
    meaning:
      'Addresses that NOTIFY and queries to secondaries are sent from, one per family; by default those of `HOSTMASTER_DNS_LISTEN`.',
  },
  HOSTMASTER_DNS_TLS_LISTEN: {
    default: 'off',
    meaning:
      'Addresses and ports of DNS over TLS, such as `192.0.2.1:853`, for queries and transfers; `off` for none.',
  },
  HOSTMASTER_DNS_TLS_CERTIFICATE: {
    default: '',
    meaning: 'Certificate chain of DNS over TLS, a PEM file; read again when it changes.',
  },
  HOSTMASTER_DNS_TLS_KEY: {
    default: '',
    meaning: 'Private key of that certificate, a PEM file.',
  },
  HOSTMASTER_DNS_NSID: {
    default: '',
    meaning: 'Name of this server for clients that ask for it (NSID), such as `ns1-fra`.',
  },
  HOSTMASTER_CATALOG_ZONE: {
    default: 'catalog.hostmaster.invalid',
    meaning: 'Name of the catalog zone that lists all zones for secondaries.',
  },
  HOSTMASTER_RESOLVER: {
    default: '',
    meaning:
      'Recursive resolvers for flattened records, `192.0.2.1:53,…`; by default those of the system.',
  },
  HOSTMASTER_ROLES: {
    default: 'api,jobs,dns',
    meaning:
      'What this process does: `api` answers requests, `jobs` talks to the registry, `dns` serves zones.',
  },
  HOSTMASTER_RECORDS_PER_ZONE: {
    default: '100000',
    meaning: 'Records that one domain may have.',
    kind: 'limit',
  },
  HOSTMASTER_RECORDS_PER_NAME: {
    default: '500',
    meaning: 'Records that one owner name of a domain may have.',
    kind: 'limit',
  },
  HOSTMASTER_CHARACTERS_PER_SET: {
    default: '65536',
    meaning: 'Characters that the values of one owner name and type may have together.',
    kind: 'limit',
  },
  HOSTMASTER_IMPORT_LINES: {
    default: '50000',
    meaning: 'Lines that an imported zone file may have.',
    kind: 'limit',
  },
  HOSTMASTER_IMPORT_CHANGES: {
    default: '10000',
    meaning: 'Records that one import may create, change and delete.',
    kind: 'limit',
  },
  HOSTMASTER_UPDATE_RATE: {
    default: '',
    meaning:
      'DNS UPDATE messages per second and burst of one dynamic DNS key; by default `off` in the sandbox, otherwise `50:100`.',
    kind: 'limit',
  },
  HOSTMASTER_UPDATE_ENTRIES: {
    default: '1000',
    meaning: 'Prerequisites and changes that one DNS UPDATE message may have.',
    kind: 'limit',
  },
  HOSTMASTER_API_KEYS: {
    default: '100',
    meaning: 'Valid API keys that one workspace may have.',
    kind: 'limit',
  },
  HOSTMASTER_UPDATE_KEYS: {
    default: '1000',
    meaning: 'Valid dynamic DNS keys that one workspace may have.',
    kind: 'limit',
  },
  HOSTMASTER_MEMBERS: {
    default: '100',
    meaning: 'Members that one workspace may have.',
    kind: 'limit',
  },
  HOSTMASTER_CONTACTS: {
    default: '200',
    meaning: 'Saved contacts that one workspace may have.',
    kind: 'limit',
  },
  HOSTMASTER_WORKSPACES: {
    default: '50',
    meaning: 'Workspaces that one account may be a member of when it creates another.',
    kind: 'limit',
  },
  HOSTMASTER_OPEN_TRANSFERS: {
    default: '100',
    meaning: 'Transfers from other registrars that one workspace may have open.',
    kind: 'limit',
  },
  HOSTMASTER_OPEN_TOP_UPS: {
    default: '20',
    meaning: 'Unpaid top-ups that one workspace may have from the last 24 hours.',
    kind: 'limit',
  },
  HOSTMASTER_DNS_RATE: {
    default: '200:400',
    meaning:
      'Answers per second and burst over UDP to one IPv4 /24 or IPv6 /56, signed ones and loopback excepted; `off` for no limit.',
    kind: 'limit',
  },
  HOSTMASTER_DNS_CONNECTIONS: {
    default: '150',
    meaning: 'Open TCP connections to the DNS server, not counting those of secondaries.',
    kind: 'limit',
  },
  HOSTMASTER_DNS_CONNECTIONS_PER_NETWORK: {
    default: '30',
    meaning: 'Of these, from one IPv4 /24 or IPv6 /64; an IPv6 /48 may have twice as many.',
    kind: 'limit',
  },
  HOSTMASTER_WAITING_REQUESTS: {
    default: '20',
    meaning: 'Requests of one workspace to one process that may wait for events at once.',
    kind: 'limit',
  },
  HOSTMASTER_WEBHOOKS: {
    default: '10',
    meaning: 'Webhooks that one workspace may have.',
    kind: 'limit',
  },
  HOSTMASTER_WEBHOOKS_ALLOW_PRIVATE: {
    default: 'false',
    meaning: 'Whether webhooks may lead to private and loopback addresses: `true` or `false`.',
  },
  HOSTMASTER_LOG_LEVEL: {
    default: 'info',
    meaning: '`fatal`, `error`, `warn`, `info`, `debug`, `trace` or `silent`.',
  },
} as const satisfies Record<string, Setting>;

export type SettingName = keyof typeof settings;

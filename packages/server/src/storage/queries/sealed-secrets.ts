/** Every column that holds a sealed secret, in pages, with a replacement that loses no newer value. */
import { type RowWrite, updateAll } from '../row-write.ts';
import { query } from '../schema.ts';
import { bulkAuthCodes } from '../tables/bulk/bulk-auth-codes.ts';
import { domainSecondaries } from '../tables/domain-secondaries/domain-secondaries.ts';
import { domains } from '../tables/domains/domains.ts';
import { updateKeys } from '../tables/keys/update-keys.ts';
import { totpSecrets } from '../tables/people/totp-secrets.ts';
import { secondaries } from '../tables/secondaries/secondaries.ts';
import { contactSealing } from '../tables/settings/contact-sealing.ts';
import { transfersIn } from '../tables/transfers/transfers-in.ts';
import { webhooks } from '../tables/webhooks/webhooks.ts';
import { zoneKeys } from '../tables/zones/zone-keys.ts';
import { contactColumns, type Replacement } from './contacts/sealed-contacts.ts';
import { listContactProbe } from './settings/contact-sealing.ts';

interface Page {
  /** The key of the last row of the page before; empty for the first. */
  readonly after: string;
  readonly limit: number;
}

const listAuthCodes = query<Page>({ page: 500 })(({ db, p }) =>
  db
    .selectFrom('domains')
    .select(['id as key', 'auth_code as sealed'])
    .where('id', '>', p.after)
    .where('auth_code', 'is not', null)
    .orderBy('id')
    .limit(p.limit),
);

const listTransferCodes = query<Page>({ page: 500 })(({ db, p }) =>
  db
    .selectFrom('transfers_in')
    .select(['id as key', 'auth_code as sealed'])
    .where('id', '>', p.after)
    .where('auth_code', 'is not', null)
    .orderBy('id')
    .limit(p.limit),
);

const listBulkAuthCodes = query<Page>({ page: 500 })(({ db, p }) =>
  db
    .selectFrom('bulk_auth_codes')
    .select(['id as key', 'codes as sealed'])
    .where('id', '>', p.after)
    .orderBy('id')
    .limit(p.limit),
);

const listTsigSecrets = query<Page>({ page: 500 })(({ db, p }) =>
  db
    .selectFrom('tsig_keys')
    .select(['name as key', 'secret as sealed'])
    .where('name', '>', p.after)
    .orderBy('name')
    .limit(p.limit),
);

const listSecondarySecrets = query<Page>({ page: 500 })(({ db, p }) =>
  db
    .selectFrom('secondaries')
    .select(['name as key', 'key_secret as sealed'])
    .where('name', '>', p.after)
    .orderBy('name')
    .limit(p.limit),
);

const listDomainSecondarySecrets = query<Page>({ page: 500 })(({ db, p }) =>
  db
    .selectFrom('domain_secondaries')
    .select(['id as key', 'key_secret as sealed'])
    .where('id', '>', p.after)
    .orderBy('id')
    .limit(p.limit),
);

const listZoneKeySecrets = query<Page>({ page: 500 })(({ db, p }) =>
  db
    .selectFrom('zone_keys')
    .select(['id as key', 'private_key as sealed'])
    .where('id', '>', p.after)
    .orderBy('id')
    .limit(p.limit),
);

const listTotpSecrets = query<Page>({ page: 500 })(({ db, p }) =>
  db
    .selectFrom('totp_secrets')
    .select(['user_id as key', 'secret as sealed'])
    .where('user_id', '>', p.after)
    .orderBy('user_id')
    .limit(p.limit),
);

const listWebhookSecrets = query<Page>({ page: 500 })(({ db, p }) =>
  db
    .selectFrom('webhooks')
    .select(['id as key', 'secret as sealed'])
    .where('id', '>', p.after)
    .orderBy('id')
    .limit(p.limit),
);

const listPreviousWebhookSecrets = query<Page>({ page: 500 })(({ db, p }) =>
  db
    .selectFrom('webhooks')
    .select(['id as key', 'previous_secret as sealed'])
    .where('id', '>', p.after)
    .where('previous_secret', 'is not', null)
    .orderBy('id')
    .limit(p.limit),
);

export const sealedColumns: readonly {
  readonly what: string;
  readonly list: typeof listTsigSecrets | typeof listAuthCodes;
  replace(replacement: Replacement): RowWrite;
}[] = [
  {
    what: 'auth code of domain',
    list: listAuthCodes,
    replace: ({ key: id, before, sealed }) =>
      updateAll(domains, { id, authCode: before }, { authCode: sealed }),
  },
  {
    what: 'auth code of transfer',
    list: listTransferCodes,
    replace: ({ key: id, before, sealed }) =>
      updateAll(transfersIn, { id, authCode: before }, { authCode: sealed }),
  },
  {
    what: 'auth codes of bulk operation',
    list: listBulkAuthCodes,
    replace: ({ key: id, before, sealed }) =>
      updateAll(bulkAuthCodes, { id, codes: before }, { codes: sealed }),
  },
  {
    what: 'secret of TSIG key',
    list: listTsigSecrets,
    replace: ({ key: name, before, sealed }) =>
      updateAll(updateKeys, { name, secret: before }, { secret: sealed }),
  },
  {
    what: 'key of secondary',
    list: listSecondarySecrets,
    replace: ({ key: name, before, sealed }) =>
      updateAll(secondaries, { name, keySecret: before }, { keySecret: sealed }),
  },
  {
    what: 'key of secondary of a domain',
    list: listDomainSecondarySecrets,
    replace: ({ key: id, before, sealed }) =>
      updateAll(domainSecondaries, { id, keySecret: before }, { keySecret: sealed }),
  },
  {
    what: 'key of zone',
    list: listZoneKeySecrets,
    replace: ({ key: id, before, sealed }) =>
      updateAll(zoneKeys, { id, privateKey: before }, { privateKey: sealed }),
  },
  {
    what: 'authenticator app of user',
    list: listTotpSecrets,
    replace: ({ key: userId, before, sealed }) =>
      updateAll(totpSecrets, { userId, secret: before }, { secret: sealed }),
  },
  {
    what: 'secret of webhook',
    list: listWebhookSecrets,
    replace: ({ key: id, before, sealed }) =>
      updateAll(webhooks, { id, secret: before }, { secret: sealed }),
  },
  {
    what: 'previous secret of webhook',
    list: listPreviousWebhookSecrets,
    replace: ({ key: id, before, sealed }) =>
      updateAll(webhooks, { id, previousSecret: before }, { previousSecret: sealed }),
  },
  {
    what: 'probe of the secret file for',
    list: listContactProbe,
    replace: ({ before, sealed }) =>
      updateAll(contactSealing, { id: 1, probe: before }, { probe: sealed }),
  },
  ...contactColumns,
];

/** Every column that holds a sealed secret, in pages, with a replacement that loses no newer value. */
import { query } from '../schema.ts';

interface Page {
  /** The key of the last row of the page before; empty for the first. */
  readonly after: string;
  readonly limit: number;
}

interface Replacement {
  readonly key: string;
  readonly before: string;
  readonly sealed: string;
}

const listAuthCodes = query<Page>()(({ db, p }) =>
  db
    .selectFrom('domains')
    .select(['id as key', 'auth_code as sealed'])
    .where('id', '>', p.after)
    .where('auth_code', 'is not', null)
    .orderBy('id')
    .limit(p.limit),
);

const replaceAuthCode = query<Replacement>()(({ db, p }) =>
  db
    .updateTable('domains')
    .set({ auth_code: p.sealed })
    .where('id', '=', p.key)
    .where('auth_code', '=', p.before),
);

const listTransferCodes = query<Page>()(({ db, p }) =>
  db
    .selectFrom('transfers_in')
    .select(['id as key', 'auth_code as sealed'])
    .where('id', '>', p.after)
    .where('auth_code', 'is not', null)
    .orderBy('id')
    .limit(p.limit),
);

const replaceTransferCode = query<Replacement>()(({ db, p }) =>
  db
    .updateTable('transfers_in')
    .set({ auth_code: p.sealed })
    .where('id', '=', p.key)
    .where('auth_code', '=', p.before),
);

const listTsigSecrets = query<Page>()(({ db, p }) =>
  db
    .selectFrom('tsig_keys')
    .select(['name as key', 'secret as sealed'])
    .where('name', '>', p.after)
    .orderBy('name')
    .limit(p.limit),
);

const replaceTsigSecret = query<Replacement>()(({ db, p }) =>
  db
    .updateTable('tsig_keys')
    .set({ secret: p.sealed })
    .where('name', '=', p.key)
    .where('secret', '=', p.before),
);

const listSecondarySecrets = query<Page>()(({ db, p }) =>
  db
    .selectFrom('secondaries')
    .select(['name as key', 'key_secret as sealed'])
    .where('name', '>', p.after)
    .orderBy('name')
    .limit(p.limit),
);

const replaceSecondarySecret = query<Replacement>()(({ db, p }) =>
  db
    .updateTable('secondaries')
    .set({ key_secret: p.sealed })
    .where('name', '=', p.key)
    .where('key_secret', '=', p.before),
);

const listWebhookSecrets = query<Page>()(({ db, p }) =>
  db
    .selectFrom('webhooks')
    .select(['id as key', 'secret as sealed'])
    .where('id', '>', p.after)
    .orderBy('id')
    .limit(p.limit),
);

const replaceWebhookSecret = query<Replacement>()(({ db, p }) =>
  db
    .updateTable('webhooks')
    .set({ secret: p.sealed })
    .where('id', '=', p.key)
    .where('secret', '=', p.before),
);

const listPreviousWebhookSecrets = query<Page>()(({ db, p }) =>
  db
    .selectFrom('webhooks')
    .select(['id as key', 'previous_secret as sealed'])
    .where('id', '>', p.after)
    .where('previous_secret', 'is not', null)
    .orderBy('id')
    .limit(p.limit),
);

const replacePreviousWebhookSecret = query<Replacement>()(({ db, p }) =>
  db
    .updateTable('webhooks')
    .set({ previous_secret: p.sealed })
    .where('id', '=', p.key)
    .where('previous_secret', '=', p.before),
);

export const sealedColumns = [
  { what: 'auth code of domain', list: listAuthCodes, replace: replaceAuthCode },
  { what: 'auth code of transfer', list: listTransferCodes, replace: replaceTransferCode },
  { what: 'secret of TSIG key', list: listTsigSecrets, replace: replaceTsigSecret },
  { what: 'key of secondary', list: listSecondarySecrets, replace: replaceSecondarySecret },
  { what: 'secret of webhook', list: listWebhookSecrets, replace: replaceWebhookSecret },
  {
    what: 'previous secret of webhook',
    list: listPreviousWebhookSecrets,
    replace: replacePreviousWebhookSecret,
  },
] as const;

/**
 * Every column with registrant contacts, as it is stored: those that are encrypted, those that are not
 * yet (by an index that has only them), and a replacement that loses no newer value.
 */
import { sql } from 'kysely';
import { statementsOf } from '../../row-write.ts';
import { query } from '../../schema.ts';

interface Page {
  /** The key of the last row of the page before; empty for the first. */
  readonly after: string;
  readonly limit: number;
}

export interface Replacement {
  readonly key: string;
  readonly before: string;
  readonly sealed: string;
}

/** As the indexes have it, so that the engines use them. */
const isPlainContact = sql<boolean>`substr(contact, 1, 1) = '{'`;
const isSealedContact = sql<boolean>`substr(contact, 1, 1) <> '{'`;
const arePlainParameters = sql<boolean>`substr(parameters, 1, 1) = '{'`;
const areSealedParameters = sql<boolean>`substr(parameters, 1, 1) <> '{'`;

const listPlainRegistrants = query<{ limit: number }>({ page: 100 })(({ db, p }) =>
  db
    .selectFrom('domains')
    .select(['id as key', 'contact as stored'])
    .where(isPlainContact)
    .orderBy('id')
    .limit(p.limit),
);

const listSealedRegistrants = query<Page>({ page: 500 })(({ db, p }) =>
  db
    .selectFrom('domains')
    .select(['id as key', 'contact as sealed'])
    .where('id', '>', p.after)
    .where(isSealedContact)
    .orderBy('id')
    .limit(p.limit),
);

export const sealRegistrant = query<Replacement>()(({ db, p }) =>
  db
    .updateTable('domains')
    .set({ contact: p.sealed })
    .where('id', '=', p.key)
    .where('contact', '=', p.before),
);

const listPlainOwnerChanges = query<{ limit: number }>({ page: 100 })(({ db, p }) =>
  db
    .selectFrom('owner_changes')
    .select(['domain_id as key', 'contact as stored'])
    .where(isPlainContact)
    .orderBy('domain_id')
    .limit(p.limit),
);

const listSealedOwnerChanges = query<Page>({ page: 500 })(({ db, p }) =>
  db
    .selectFrom('owner_changes')
    .select(['domain_id as key', 'contact as sealed'])
    .where('domain_id', '>', p.after)
    .where(isSealedContact)
    .orderBy('domain_id')
    .limit(p.limit),
);

export const sealOwnerChange = query<Replacement>()(({ db, p }) =>
  db
    .updateTable('owner_changes')
    .set({ contact: p.sealed })
    .where('domain_id', '=', p.key)
    .where('contact', '=', p.before),
);

const listPlainSavedContacts = query<{ limit: number }>({ page: 100 })(({ db, p }) =>
  db
    .selectFrom('saved_contacts')
    .select(['id as key', 'contact as stored'])
    .where(isPlainContact)
    .orderBy('id')
    .limit(p.limit),
);

const listSealedSavedContacts = query<Page>({ page: 500 })(({ db, p }) =>
  db
    .selectFrom('saved_contacts')
    .select(['id as key', 'contact as sealed'])
    .where('id', '>', p.after)
    .where(isSealedContact)
    .orderBy('id')
    .limit(p.limit),
);

export const sealSavedContact = query<Replacement>()(({ db, p }) =>
  db
    .updateTable('saved_contacts')
    .set({ contact: p.sealed })
    .where('id', '=', p.key)
    .where('contact', '=', p.before),
);

const listPlainBulks = query<{ limit: number }>({ page: 100 })(({ db, p }) =>
  db
    .selectFrom('bulk_operations')
    .select(['id as key', 'parameters as stored'])
    .where(arePlainParameters)
    .orderBy('id')
    .limit(p.limit),
);

const listSealedBulks = query<Page>({ page: 500 })(({ db, p }) =>
  db
    .selectFrom('bulk_operations')
    .select(['id as key', 'parameters as sealed'])
    .where('id', '>', p.after)
    .where(areSealedParameters)
    .orderBy('id')
    .limit(p.limit),
);

export const sealBulk = query<Replacement>()(({ db, p }) =>
  db
    .updateTable('bulk_operations')
    .set({ parameters: p.sealed })
    .where('id', '=', p.key)
    .where('parameters', '=', p.before),
);

const { statement } = statementsOf({
  sealRegistrant,
  sealOwnerChange,
  sealSavedContact,
  sealBulk,
});

export const contactColumns = [
  {
    what: 'registrant of domain',
    list: listSealedRegistrants,
    listPlain: listPlainRegistrants,
    replace: (replacement: Replacement) => statement('sealRegistrant', replacement),
  },
  {
    what: 'new registrant of domain',
    list: listSealedOwnerChanges,
    listPlain: listPlainOwnerChanges,
    replace: (replacement: Replacement) => statement('sealOwnerChange', replacement),
  },
  {
    what: 'saved contact',
    list: listSealedSavedContacts,
    listPlain: listPlainSavedContacts,
    replace: (replacement: Replacement) => statement('sealSavedContact', replacement),
  },
  {
    what: 'parameters of bulk operation',
    list: listSealedBulks,
    listPlain: listPlainBulks,
    replace: (replacement: Replacement) => statement('sealBulk', replacement),
  },
] as const;

/** The registry's statements, each written once for both engines. */
import { sql } from 'kysely';
import { type ContactRow, type ObjectRow, query, type TransactionRow } from './schema.ts';

type ObjectKey = Pick<ObjectRow, 'name'>;
type TransactionKey = Pick<TransactionRow, 'sponsor' | 'id'>;

const objectColumns = [
  'name',
  'repository_id',
  'sponsor',
  'registrant_id',
  'contact_ids',
  'nameservers',
  'statuses',
  'privacy_enabled',
  'auth_code',
  'created_at',
  'updated_at',
  'expires_at',
  'grace_periods',
  'pending_transaction',
  'settles_at',
  'decline_reason',
  'dnssec',
  'purges_at',
] as const satisfies readonly (keyof ObjectRow)[];

const transactionColumns = [
  'sponsor',
  'id',
  'command',
  'name',
  'code',
  'message',
  'expires_at',
  'settles_at',
  'received_at',
  'client_transaction',
] as const satisfies readonly (keyof TransactionRow)[];

export const findObject = query<ObjectKey>()(({ db, p }) =>
  db.selectFrom('objects').select(objectColumns).where('name', '=', p.name),
);

export const lockObject = query<ObjectKey>()(({ db, p, dialect }) =>
  db
    .selectFrom('objects')
    .select(objectColumns)
    .where('name', '=', p.name)
    .modifyEnd(dialect.lockRows),
);

export const findRegistered = query<{ names: readonly string[] }>()(({ db, p, dialect }) =>
  db
    .selectFrom('objects')
    .select(['name', 'settles_at', 'decline_reason', 'purges_at'])
    .where((eb) => dialect.inList(eb.ref('name'), p.names)),
);

export const listObjects = query<{ after: string; limit: number }>()(({ db, p }) =>
  db
    .selectFrom('objects')
    .select(objectColumns)
    .where('name', '>', p.after)
    .orderBy('name')
    .limit(p.limit),
);

/** Touches no row when the name is registered. */
export const insertObject = query<ObjectRow>()(({ db, p }) =>
  db
    .insertInto('objects')
    .values({
      name: p.name,
      repository_id: p.repository_id,
      sponsor: p.sponsor,
      registrant_id: p.registrant_id,
      contact_ids: p.contact_ids,
      nameservers: p.nameservers,
      statuses: p.statuses,
      privacy_enabled: p.privacy_enabled,
      auth_code: p.auth_code,
      created_at: p.created_at,
      updated_at: p.updated_at,
      expires_at: p.expires_at,
      grace_periods: p.grace_periods,
      pending_transaction: p.pending_transaction,
      settles_at: p.settles_at,
      decline_reason: p.decline_reason,
      dnssec: p.dnssec,
      purges_at: p.purges_at,
    })
    .onConflict((conflict) => conflict.doNothing()),
);

/** Everything that a command may change about an existing object. */
export const updateObject = query<
  Pick<
    ObjectRow,
    | 'name'
    | 'nameservers'
    | 'statuses'
    | 'privacy_enabled'
    | 'updated_at'
    | 'expires_at'
    | 'grace_periods'
    | 'registrant_id'
    | 'contact_ids'
    | 'auth_code'
    | 'dnssec'
    | 'purges_at'
  >
>()(({ db, p }) =>
  db
    .updateTable('objects')
    .set({
      nameservers: p.nameservers,
      statuses: p.statuses,
      privacy_enabled: p.privacy_enabled,
      updated_at: p.updated_at,
      expires_at: p.expires_at,
      grace_periods: p.grace_periods,
      registrant_id: p.registrant_id,
      contact_ids: p.contact_ids,
      auth_code: p.auth_code,
      dnssec: p.dnssec,
      purges_at: p.purges_at,
    })
    .where('name', '=', p.name),
);

export const completeObject = query<Pick<ObjectRow, 'name' | 'statuses'>>()(({ db, p }) =>
  db
    .updateTable('objects')
    .set({ statuses: p.statuses, pending_transaction: null, settles_at: null })
    .where('name', '=', p.name),
);

export const deleteObject = query<ObjectKey>()(({ db, p }) =>
  db.deleteFrom('objects').where('name', '=', p.name),
);

/** A contact is named after its content: the same person again is the same contact. */
export const insertContact = query<ContactRow>()(({ db, p }) =>
  db
    .insertInto('contacts')
    .values({ id: p.id, sponsor: p.sponsor, details: p.details, created_at: p.created_at })
    .onConflict((conflict) => conflict.doNothing()),
);

export const findTransaction = query<TransactionKey>()(({ db, p }) =>
  db
    .selectFrom('transactions')
    .select(transactionColumns)
    .where('sponsor', '=', p.sponsor)
    .where('id', '=', p.id),
);

/** Touches no row when this command was seen before. */
export const insertTransaction = query<TransactionRow>()(({ db, p }) =>
  db
    .insertInto('transactions')
    .values({
      sponsor: p.sponsor,
      id: p.id,
      command: p.command,
      name: p.name,
      code: p.code,
      message: p.message,
      expires_at: p.expires_at,
      settles_at: p.settles_at,
      received_at: p.received_at,
      client_transaction: p.client_transaction,
    })
    .onConflict((conflict) => conflict.doNothing()),
);

export const settleTransaction = query<TransactionKey & Pick<TransactionRow, 'code' | 'message'>>()(
  ({ db, p }) =>
    db
      .updateTable('transactions')
      .set({ code: p.code, message: p.message, settles_at: null })
      .where('sponsor', '=', p.sponsor)
      .where('id', '=', p.id),
);

/** Returns the new count. */
export const countTimeout = query<{ name: string }>()(({ db, p }) =>
  db
    .insertInto('timeouts')
    .values({ name: p.name, count: 1 })
    .onConflict((conflict) =>
      conflict.column('name').doUpdateSet({ count: sql<number>`timeouts.count + 1` }),
    )
    .returning('count'),
);

export const forgetTimeouts = query<{ name: string }>()(({ db, p }) =>
  db.deleteFrom('timeouts').where('name', '=', p.name),
);

/** Registered names. */
import { sql } from 'kysely';
import { query } from '../schema.ts';
import { objects, type RegistryObject } from '../tables/objects.ts';

type ObjectKey = Pick<RegistryObject, 'name'>;

export const findObject = query<ObjectKey>('one')(({ db, p }) =>
  db.selectFrom('objects').select(objects.select()).where('name', '=', p.name),
).decodedBy(objects);

export const lockObject = query<ObjectKey>('one')(({ db, p, dialect }) =>
  db
    .selectFrom('objects')
    .select(objects.select())
    .where('name', '=', p.name)
    .modifyEnd(dialect.lockRows),
).decodedBy(objects);

export const findRegistered = query<{ names: readonly string[] }>({ forEach: 'names', max: 1_000 })(
  ({ db, p, dialect }) =>
    db
      .selectFrom('objects')
      .select(
        objects.select(
          'name',
          'settlesAt',
          'declineReason',
          'purgesAt',
          'redemptionUntil',
          'restoreRequestedAt',
        ),
      )
      .where(dialect.inList(sql.ref('name'), p.names)),
);

export const listObjects = query<{ after: string; limit: number }>({ page: 1_000 })(({ db, p }) =>
  db
    .selectFrom('objects')
    .select(objects.select())
    .where('name', '>', p.after)
    .orderBy('name')
    .limit(p.limit),
).decodedBy(objects);

/** Objects of one sponsor with a decision or a date that is due, and names that change sponsor. */
export const listOverdue = query<{
  sponsor: string;
  machine: number;
  calendar: number;
  after: string;
  limit: number;
}>({ page: 1_000 })(({ db, p }) =>
  db
    .selectFrom('objects')
    .select('name')
    .where((eb) =>
      eb.or([
        eb.and([
          eb('sponsor', '=', p.sponsor),
          eb.or([
            eb.and([eb('settles_at', 'is not', null), eb('settles_at', '<=', p.machine)]),
            eb('expires_at', '<=', p.calendar),
            eb.and([eb('purges_at', 'is not', null), eb('purges_at', '<=', p.calendar)]),
            eb('trade', 'is not', null),
          ]),
        ]),
        eb('transfer_until', 'is not', null),
      ]),
    )
    .where('name', '>', p.after)
    .orderBy('name')
    .limit(p.limit),
).by({ after: '' }, ({ name }) => ({ after: name }));

/** Names of all sponsors. */
export const listInTransfer = query<{ after: string; limit: number }>({ page: 1_000 })(
  ({ db, p }) =>
    db
      .selectFrom('objects')
      .select('name')
      .where('transfer_until', 'is not', null)
      .where('name', '>', p.after)
      .orderBy('name')
      .limit(p.limit),
).by({ after: '' }, ({ name }) => ({ after: name }));

/** Names that were ever asked for by or from this registrar; their transfers are JSON text. */
export const listTransferred = query<{ sponsor: string; after: string; limit: number }>({
  page: 1_000,
})(({ db, p }) =>
  db
    .selectFrom('objects')
    .select(objects.select('name', 'transfer'))
    .where('transfer', 'like', sql<string>`'%"' || cast(${p.sponsor} as text) || '"%'`)
    .where('name', '>', p.after)
    .orderBy('name')
    .limit(p.limit),
)
  .decodedBy(objects)
  .by({ after: '' }, ({ name }) => ({ after: name }));

/** Objects with this nameserver. */
export const listDelegated = query<{ nameserver: string; after: string; limit: number }>({
  page: 1_000,
})(({ db, p }) =>
  db
    .selectFrom('objects')
    .select(objects.select('name', 'nameservers'))
    // The list is stored as JSON text.
    .where('nameservers', 'like', sql<string>`'%"' || cast(${p.nameserver} as text) || '"%'`)
    .where('name', '>', p.after)
    .orderBy('name')
    .limit(p.limit),
)
  .decodedBy(objects)
  .by({ after: '' }, ({ name }) => ({ after: name }));

/** Inserts no row when the name is registered. */
export const insertObject = query<RegistryObject>()(({ db, p }) =>
  db
    .insertInto('objects')
    .values(objects.values(p))
    .onConflict((conflict) => conflict.doNothing()),
);

/** Writes every field; the caller has locked the object. */
export const updateObject = query<RegistryObject>()(({ db, p }) =>
  db.updateTable('objects').set(objects.values(p)).where('name', '=', p.name),
);

export const setNameservers = query<Pick<RegistryObject, 'name' | 'nameservers'>>()(({ db, p }) =>
  db
    .updateTable('objects')
    .set(objects.set({ nameservers: p.nameservers }))
    .where('name', '=', p.name),
);

export const deleteObject = query<ObjectKey>()(({ db, p }) =>
  db.deleteFrom('objects').where('name', '=', p.name),
);

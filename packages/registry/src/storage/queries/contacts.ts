/** Contact objects. */
import { sql } from 'kysely';
import { query } from '../schema.ts';
import { type ContactObject, contacts } from '../tables/contacts.ts';

export const findContact = query<{ id: string }>('one')(({ db, p }) =>
  db.selectFrom('contacts').select(contacts.select()).where('id', '=', p.id),
).decodedBy(contacts);

/** Inserts no row when the id is taken. */
export const insertContact = query<ContactObject>()(({ db, p }) =>
  db
    .insertInto('contacts')
    .values(contacts.values(p))
    .onConflict((conflict) => conflict.doNothing()),
);

/** Updates no row when another client sponsors the contact or it does not exist. */
export const updateContact = query<Pick<ContactObject, 'id' | 'sponsor' | 'details'>>()(
  ({ db, p }) =>
    db
      .updateTable('contacts')
      .set(contacts.set({ details: p.details }))
      .where('id', '=', p.id)
      .where('sponsor', '=', p.sponsor),
);

/** An object that names the contact in any role, also in a change that is not decided. */
export const findContactUse = query<{ id: string }>('one')(({ db, p }) => {
  const isNamed = (column: 'contact_ids' | 'trade') =>
    sql<boolean>`${sql.ref(column)} like '%"' || cast(${p.id} as text) || '"%'`;
  return db
    .selectFrom('objects')
    .select('name')
    .where((eb) =>
      eb.or([eb('registrant_id', '=', p.id), isNamed('contact_ids'), isNamed('trade')]),
    )
    .limit(1);
});

export const deleteContact = query<{ id: string }>()(({ db, p }) =>
  db.deleteFrom('contacts').where('id', '=', p.id),
);

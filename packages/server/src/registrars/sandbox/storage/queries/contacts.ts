/** Contact objects. */
import { query } from '../schema.ts';
import { type ContactObject, contacts } from '../tables/contacts.ts';

export const findContact = query<{ id: string }>()(({ db, p }) =>
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

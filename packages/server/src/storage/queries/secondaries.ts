/** The nameservers that fetch zones. */
import { query } from '../schema.ts';
import { type StoredSecondary, secondaries } from '../tables/secondaries.ts';

export const insertSecondary = query<StoredSecondary>()(({ db, p }) =>
  db
    .insertInto('secondaries')
    .values(secondaries.values(p))
    .onConflict((conflict) => conflict.doNothing()),
);

export const listSecondaries = query<object>()(({ db }) =>
  db.selectFrom('secondaries').select(secondaries.select()).orderBy('name'),
).decodedBy(secondaries);

export const deleteSecondary = query<{ name: string }>()(({ db, p }) =>
  db.deleteFrom('secondaries').where('name', '=', p.name),
);

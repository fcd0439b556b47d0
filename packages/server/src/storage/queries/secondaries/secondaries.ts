/** The nameservers that fetch zones. */
import { query } from '../../schema.ts';
import { secondaries } from '../../tables/secondaries/secondaries.ts';

export const listSecondaries = query<object>()(({ db }) =>
  db.selectFrom('secondaries').select(secondaries.select()).orderBy('name'),
).decodedBy(secondaries);

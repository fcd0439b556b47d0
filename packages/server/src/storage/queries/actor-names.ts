/** What the actors of activity entries are called. Lists of ids are JSON texts. */
import { sql } from 'kysely';
import { query } from '../schema.ts';

export const findUserNames = query<{ ids: string }>()(({ db, p, dialect }) =>
  db
    .selectFrom('users')
    .select(['id', 'name'])
    .where(dialect.inJsonList(sql.ref('id'), p.ids)),
);

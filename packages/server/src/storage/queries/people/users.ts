/** Users. An e-mail address belongs to one user, in lower case. */
import { sql } from 'kysely';
import { query } from '../../schema.ts';
import { users } from '../../tables/people/users.ts';

export const findUser = query<{ id: string }>('one')(({ db, p }) =>
  db.selectFrom('users').select(users.select()).where('id', '=', p.id),
);

export const findUserByEmail = query<{ email: string }>('one')(({ db, p }) =>
  db.selectFrom('users').select(users.select()).where('email', '=', p.email),
);

export const findAnyUser = query<object>('one')(({ db }) =>
  db.selectFrom('users').select('id').limit(1),
);

export const findUserNames = query<{ ids: readonly string[] }>({ forEach: 'ids', max: 1_000 })(
  ({ db, p, dialect }) =>
    db
      .selectFrom('users')
      .select(['id', 'name'])
      .where(dialect.inList(sql.ref('id'), p.ids)),
);

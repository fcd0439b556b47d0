/** Users. An e-mail address belongs to one user, in lower case. */
import { sql } from 'kysely';
import { query } from '../schema.ts';
import { type User, users } from '../tables/users.ts';

export const findUser = query<{ id: string }>()(({ db, p }) =>
  db.selectFrom('users').select(users.select()).where('id', '=', p.id),
);

export const findUserByEmail = query<{ email: string }>()(({ db, p }) =>
  db.selectFrom('users').select(users.select()).where('email', '=', p.email),
);

export const findAnyUser = query<object>()(({ db }) =>
  db.selectFrom('users').select('id').limit(1),
);

export const findUserNames = query<{ ids: readonly string[] }>()(({ db, p, dialect }) =>
  db
    .selectFrom('users')
    .select(['id', 'name'])
    .where(dialect.inList(sql.ref('id'), p.ids)),
);

/** Changes no row when the address is taken. */
export const insertUser = query<User>()(({ db, p }) =>
  db
    .insertInto('users')
    .values(users.values(p))
    .onConflict((conflict) => conflict.column('email').doNothing()),
);

export const renameUser = query<Pick<User, 'id' | 'name'>>()(({ db, p }) =>
  db
    .updateTable('users')
    .set(users.set({ name: p.name }))
    .where('id', '=', p.id),
);

export const setPassword = query<Pick<User, 'id' | 'passwordHash'>>()(({ db, p }) =>
  db
    .updateTable('users')
    .set(users.set({ passwordHash: p.passwordHash }))
    .where('id', '=', p.id),
);

export const markVerified = query<{ id: string; at: number }>()(({ db, p }) =>
  db
    .updateTable('users')
    .set(users.set({ emailVerifiedAt: p.at }))
    .where('id', '=', p.id)
    .where('email_verified_at', 'is', null),
);

export const setPendingEmail = query<Pick<User, 'id' | 'pendingEmail'>>()(({ db, p }) =>
  db
    .updateTable('users')
    .set(users.set({ pendingEmail: p.pendingEmail }))
    .where('id', '=', p.id),
);

/** Changes no row when another user has the address by now. */
export const changeEmail = query<{ id: string; email: string; at: number }>()(({ db, p }) =>
  db
    .updateTable('users')
    .set(users.set({ email: p.email, pendingEmail: null, emailVerifiedAt: p.at }))
    .where('id', '=', p.id)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(selectFrom('users as other').select('other.id').where('other.email', '=', p.email)),
      ),
    ),
);

/** Users of the dashboard. An e-mail address belongs to one user and is stored in lower case. */
import { newId } from '../base/ids.ts';
import {
  type HostmasterReader,
  type HostmasterTx,
  query,
  type UserRow,
} from '../storage/schema.ts';

export const findUser = query<{ id: string }>()(({ db, p }) =>
  db.selectFrom('users').selectAll().where('id', '=', p.id),
);

export const findUserByEmail = query<{ email: string }>()(({ db, p }) =>
  db.selectFrom('users').selectAll().where('email', '=', p.email),
);

const anyUser = query<object>()(({ db }) => db.selectFrom('users').select('id').limit(1));

const insertUser = query<UserRow>()(({ db, p }) =>
  db
    .insertInto('users')
    .values({
      id: p.id,
      email: p.email,
      name: p.name,
      password_hash: p.password_hash,
      email_verified_at: p.email_verified_at,
      pending_email: p.pending_email,
      created_at: p.created_at,
    })
    .onConflict((conflict) => conflict.column('email').doNothing()),
);

export const renameUser = query<{ id: string; name: string }>()(({ db, p }) =>
  db.updateTable('users').set({ name: p.name }).where('id', '=', p.id),
);

export const setPassword = query<{ id: string; passwordHash: string }>()(({ db, p }) =>
  db.updateTable('users').set({ password_hash: p.passwordHash }).where('id', '=', p.id),
);

export const markVerified = query<{ id: string; at: number }>()(({ db, p }) =>
  db
    .updateTable('users')
    .set({ email_verified_at: p.at })
    .where('id', '=', p.id)
    .where('email_verified_at', 'is', null),
);

export const setPendingEmail = query<{ id: string; email: string | null }>()(({ db, p }) =>
  db.updateTable('users').set({ pending_email: p.email }).where('id', '=', p.id),
);

/** Changes no row when another user has the address by now. */
export const changeEmail = query<{ id: string; email: string; at: number }>()(({ db, p }) =>
  db
    .updateTable('users')
    .set({ email: p.email, pending_email: null, email_verified_at: p.at })
    .where('id', '=', p.id)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(selectFrom('users as other').select('other.id').where('other.email', '=', p.email)),
      ),
    ),
);

export function normaliseEmail(email: string): string {
  return email.trim().toLowerCase();
}

export async function hasUsers(reader: HostmasterReader): Promise<boolean> {
  return (await reader.first(anyUser, {})) !== undefined;
}

/** Null when the address is taken. */
export async function createUser(
  tx: HostmasterTx,
  user: {
    readonly email: string;
    readonly name: string;
    readonly passwordHash: string;
    readonly isEmailVerified: boolean;
    readonly at: number;
  },
): Promise<string | null> {
  const id = newId('usr');
  const inserted = await tx.run(insertUser, {
    id,
    email: normaliseEmail(user.email),
    name: user.name.trim(),
    password_hash: user.passwordHash,
    email_verified_at: user.isEmailVerified ? user.at : null,
    pending_email: null,
    created_at: user.at,
  });
  return inserted === 0 ? null : id;
}

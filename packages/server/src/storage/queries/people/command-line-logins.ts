/** Approved sign-ins of command lines. */
import { query } from '../../schema.ts';
import { commandLineLogins } from '../../tables/people/command-line-logins.ts';

export const findCommandLineLogin = query<{ hash: string }>('one')(({ db, p }) =>
  db
    .selectFrom('command_line_logins')
    .select(commandLineLogins.select())
    .where('hash', '=', p.hash),
).decodedBy(commandLineLogins);

export const deleteOldLogins = query<{ now: number }>()(({ db, p }) =>
  db.deleteFrom('command_line_logins').where('expires_at', '<=', p.now),
);

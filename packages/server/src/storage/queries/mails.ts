/** The outbox. */
import { query } from '../schema.ts';
import { type Mail, mails } from '../tables/mails.ts';

/** Changes no row when a mail with the same key was written before. */
export const insertMail = query<Mail>()(({ db, p }) =>
  db
    .insertInto('mails')
    .values(mails.values(p))
    .onConflict((conflict) => conflict.column('once_key').doNothing()),
);

export const findMail = query<{ id: string }>()(({ db, p }) =>
  db.selectFrom('mails').select(mails.select()).where('id', '=', p.id),
);

export const settleMail = query<{
  id: string;
  state: 'sent' | 'failed';
  problem: string | null;
}>()(({ db, p }) =>
  db
    .updateTable('mails')
    .set(mails.set({ state: p.state, problem: p.problem }))
    .where('id', '=', p.id)
    .where('state', '=', 'waiting'),
);

/** Deletes the text of mail to a user: its links give access to the account. */
export const deleteMailText = query<{ id: string }>()(({ db, p }) =>
  db
    .updateTable('mails')
    .set(mails.set({ textBody: '', htmlBody: '' }))
    .where('id', '=', p.id)
    .where('workspace_id', 'is', null),
);

/** Changes no row when the mail has had a problem before. */
export const setFirstProblem = query<{ id: string; problem: string }>()(({ db, p }) =>
  db
    .updateTable('mails')
    .set(mails.set({ problem: p.problem }))
    .where('id', '=', p.id)
    .where('state', '=', 'waiting')
    .where('problem', 'is', null),
);

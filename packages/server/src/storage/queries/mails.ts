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

/**
 * The latest mails to a person and to a workspace, with their text. An address that the person has not
 * confirmed yet gets nothing but the mail that confirms it.
 */
export const listMailsTo = query<{
  workspaceId: string;
  email: string;
  pendingEmail: string;
  limit: number;
}>()(({ db, p }) =>
  db
    .selectFrom('mails')
    .select(mails.select('id', 'createdAt', 'recipient', 'subject', 'textBody'))
    .where('text_body', '!=', '')
    .where('recipient', '!=', '')
    .where((eb) =>
      eb.or([
        eb('workspace_id', '=', p.workspaceId),
        eb.and([eb('workspace_id', 'is', null), eb('recipient', '=', p.email)]),
        eb.and([
          eb('workspace_id', 'is', null),
          eb('recipient', '=', p.pendingEmail),
          eb('kind', '=', 'confirm-address'),
        ]),
      ]),
    )
    .orderBy('id', 'desc')
    .limit(p.limit),
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

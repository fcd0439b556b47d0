/** The outbox. */
import { sql } from 'kysely';
import { query } from '../../schema.ts';
import { mailBudgets } from '../../tables/mail/mail-budgets.ts';
import { mails } from '../../tables/mail/mails.ts';

/** Whether the notice with this key was written. */
export const findMailOnce = query<{ onceKey: string }>('one')(({ db, p }) =>
  db.selectFrom('mails').select('id').where('once_key', '=', p.onceKey),
);

export const findMail = query<{ id: string }>('one')(({ db, p }) =>
  db.selectFrom('mails').select(mails.select()).where('id', '=', p.id),
).decodedBy(mails);

/**
 * The latest mails of a workspace and those about it or about an account, with their text. Their
 * addresses do not count: a person can enter any address.
 */
export const listMailsAbout = query<{ workspaceId: string; userId: string; limit: number }>({
  page: 30,
  // A text lists at most 500 names.
  bytes: 30 * 256 * 1024,
})(({ db, p }) =>
  db
    .selectFrom('mails')
    .select(mails.select('id', 'createdAt', 'recipient', 'subject', 'textBody'))
    .where('text_body', '!=', '')
    .where('gathered', '=', 0)
    .where('combined_in', 'is', null)
    .where('recipient', '!=', '')
    .where((eb) =>
      eb.or([
        eb('workspace_id', '=', p.workspaceId),
        eb('cause', '=', p.workspaceId),
        eb('cause', '=', p.userId),
      ]),
    )
    .orderBy('id', 'desc')
    .limit(p.limit),
);

/** Mails of one kind that wait for each other, with the first of them. */
/** Mail to a user instead of a workspace. The text is deleted once it was sent. */
export const listMailsTo = query<{ userId: string; after: string; limit: number }>({
  page: 100,
  bytes: 100 * 256 * 1024,
})(({ db, p }) =>
  db
    .selectFrom('mails')
    .select(mails.select('id', 'createdAt', 'recipient', 'subject', 'textBody'))
    .where('cause', '=', p.userId)
    .where('id', '>', p.after)
    .orderBy('id')
    .limit(p.limit),
).by({ after: '' }, ({ id }) => ({ after: id }));

export const listGatheredGroups = query<{ after: string; limit: number }>({ page: 500 })(
  ({ db, p }) =>
    db
      .selectFrom('mails')
      .select(mails.select('workspaceId', 'kind', 'recipient'))
      .select((eb) => [
        eb.fn.min<number>('created_at').as('since'),
        eb.fn.min<string>('id').as('firstId'),
      ])
      .where(sql<boolean>`gathered = 1`)
      .groupBy(['workspace_id', 'kind', 'recipient'])
      .having((eb) => eb.fn.min<string>('id'), '>', p.after)
      .orderBy('firstId')
      .limit(p.limit),
).by({ after: '' }, ({ firstId }) => ({ after: firstId }));

/** The gathered mails of one group, the oldest first. */
export const listGathered = query<{
  workspaceId: string;
  kind: string;
  recipient: string;
  limit: number;
}>({ page: 500 })(({ db, p, dialect }) =>
  db
    .selectFrom('mails')
    .select(mails.select('id', 'summary'))
    .where(sql<boolean>`gathered = 1`)
    .where('workspace_id', '=', p.workspaceId)
    .where('kind', '=', p.kind)
    .where('recipient', '=', p.recipient)
    .orderBy('id')
    .limit(p.limit)
    .modifyEnd(dialect.lockRows),
);

/** With its lock. */
export const lockMailBudget = query<{ key: string }>('one')(({ db, p, dialect }) =>
  db
    .selectFrom('mail_budgets')
    .select(mailBudgets.select())
    .where('key', '=', p.key)
    .modifyEnd(dialect.lockRows),
).decodedBy(mailBudgets);

/** Budgets that hold mails and have a free place, the longest free first. */
export const listFreeBudgets = query<{ now: number; limit: number }>({ page: 100 })(({ db, p }) =>
  db
    .selectFrom('mail_budgets')
    .select('key')
    .where(sql<boolean>`waiting = 1`)
    .where('free_at', '<=', p.now)
    .orderBy('free_at')
    .limit(p.limit),
);

/** The mails that a budget holds, the oldest first, with their lock. */
export const listHeldMails = query<{ key: string; limit: number }>({ page: 500 })(
  ({ db, p, dialect }) =>
    db
      .selectFrom('mails')
      .select(mails.select('id', 'workspaceId', 'cause', 'recipient', 'subject', 'summary'))
      .where('held_in', '=', p.key)
      .orderBy('id')
      .limit(p.limit)
      .modifyEnd(dialect.lockRows),
);

export const deleteOldBudgets = query<{ freeBefore: number }>()(({ db, p }) =>
  db.deleteFrom('mail_budgets').where('free_at', '<', p.freeBefore).where('waiting', '=', 0),
);

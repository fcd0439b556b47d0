/** Reminders to check registration data: those ahead, and those that were sent. */
import { sql } from 'kysely';
import { query } from '../../schema.ts';
import { dataReminders } from '../../tables/contacts/data-reminders.ts';
import { domains } from '../../tables/domains/domains.ts';

/** Domains get their rows in the order of their ids, so that the last row says how far that has come. */
export const findLastScheduled = query<object>('one')(({ db }) =>
  db
    .selectFrom('data_reminders')
    .select(dataReminders.select('domainId'))
    .where('domain_id', '>', '')
    .orderBy('domain_id', 'desc')
    .limit(1),
);

export const listUnscheduled = query<{ after: string; limit: number }>({ page: 100 })(({ db, p }) =>
  db
    .selectFrom('domains')
    .select(domains.select('id', 'state', 'visible', 'createdAt'))
    .where('id', '>', p.after)
    .orderBy('id')
    .limit(p.limit),
).decodedBy(domains);

export const listDueReminders = query<{ now: number; limit: number }>({ page: 100 })(({ db, p }) =>
  db
    .selectFrom('data_reminders')
    .innerJoin('domains', 'domains.id', 'data_reminders.domain_id')
    .select(['domains.id as domainId', 'domains.workspace_id as workspaceId'])
    .where('data_reminders.due_at', 'is not', null)
    .where('data_reminders.due_at', '<=', p.now)
    .orderBy('data_reminders.due_at')
    .orderBy('data_reminders.domain_id')
    .limit(p.limit),
);

/** Skips a reminder that another process has locked. */
export const lockDueReminder = query<{ domainId: string; now: number }>('one')(
  ({ db, p, dialect }) =>
    db
      .selectFrom('data_reminders')
      .select(dataReminders.select())
      .where('domain_id', '=', p.domainId)
      .where('due_at', '<=', p.now)
      .modifyEnd(dialect.lockFreeRows),
).decodedBy(dataReminders);

export const findNextReminder = query<object>('one')(({ db }) =>
  db
    .selectFrom('data_reminders')
    .select(dataReminders.select('dueAt'))
    .where('due_at', 'is not', null)
    .orderBy('due_at')
    .limit(1),
);

/** Whether a reminder of the workspace is due until then. */
export const findReminderInWorkspace = query<{ workspaceId: string; until: number }>('one')(
  ({ db, p }) =>
    db
      .selectFrom('data_reminders')
      .innerJoin('domains', 'domains.id', 'data_reminders.domain_id')
      .select('domains.id')
      .where('data_reminders.due_at', 'is not', null)
      .where('data_reminders.due_at', '<=', p.until)
      .where('domains.workspace_id', '=', p.workspaceId)
      .limit(1),
);

/** In the order of their times, with the state of the mail that has the reminder, where it is kept. */
export const listSentReminders = query<{
  /** Included. */
  from: number;
  /** Not included. */
  until: number;
  lastAt: number;
  lastId: string;
  limit: number;
}>({ page: 500 })(({ db, p }) =>
  db
    .selectFrom('sent_data_reminders as sent')
    .innerJoin('domains', 'domains.id', 'sent.domain_id')
    .leftJoin('mails', 'mails.id', 'sent.mail_id')
    .leftJoin('mails as combined', 'combined.id', 'mails.combined_in')
    .select([
      'sent.domain_id as domainId',
      'domains.name as name',
      'sent.address as address',
      'sent.sent_at as sentAt',
      'mails.state as mailState',
      'combined.state as combinedState',
    ])
    .where('sent.sent_at', '>=', p.from)
    .where('sent.sent_at', '<', p.until)
    .where(sql<boolean>`(sent.sent_at, sent.domain_id) > (${p.lastAt}, ${p.lastId})`)
    .orderBy('sent.sent_at')
    .orderBy('sent.domain_id')
    .limit(p.limit),
).by({ lastAt: 0, lastId: '' }, ({ sentAt, domainId }) => ({ lastAt: sentAt, lastId: domainId }));

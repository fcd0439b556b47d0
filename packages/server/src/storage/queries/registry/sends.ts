/** The journal of sends to the registry: written before each send, completed with its outcome. */
import { sql } from 'kysely';
import { query } from '../../schema.ts';
import { sends } from '../../tables/registry/sends.ts';

export const listSendsOfTerm = query<{
  domainId: string;
  termId: string;
  after: string;
  limit: number;
}>({ page: 500 })(({ db, p }) =>
  db
    .selectFrom('sends')
    .select(sends.select())
    .where('domain_id', '=', p.domainId)
    .where('term_id', '=', p.termId)
    .where('id', '>', p.after)
    .orderBy('id')
    .limit(p.limit),
).by({ after: '' }, ({ id }) => ({ after: id }));

/** Sends without a term: extensions from this registry date, or updates to this revision. */
export const listSendsToward = query<{
  domainId: string;
  command: string;
  expected: string;
  after: string;
  limit: number;
}>({ page: 500 })(({ db, p }) =>
  db
    .selectFrom('sends')
    .select(sends.select())
    .where('domain_id', '=', p.domainId)
    .where('command', '=', p.command)
    .where('expected', '=', p.expected)
    .where('id', '>', p.after)
    .orderBy('id')
    .limit(p.limit),
).by({ after: '' }, ({ id }) => ({ after: id }));

/** A registration that the registry accepted at least this long ago and has not decided on. */
export const findUndecided = query<{ domainId: string; waitedMs: number }>('one')(
  ({ db, p, dialect }) =>
    db
      .selectFrom('sends')
      .innerJoin('calendar', (join) => join.on('calendar.id', '=', 1))
      .select(sends.select('sentAt'))
      .where('domain_id', '=', p.domainId)
      .where('command', '=', 'create')
      .where('outcome', '=', 'pending')
      .where(
        'sent_at',
        '<',
        sql<number>`${dialect.nowMs} + offset_ms - cast(${p.waitedMs} as bigint)`,
      )
      .limit(1),
);

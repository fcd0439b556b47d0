/** The journal of sends to the registry: written before each send, completed with its outcome. */
import { sql } from 'kysely';
import { query } from '../../schema.ts';
import { sends } from '../../tables/registry/sends.ts';

export const listSendsOfTerm = query<{ domainId: string; termId: string }>()(({ db, p }) =>
  db
    .selectFrom('sends')
    .select(sends.select())
    .where('domain_id', '=', p.domainId)
    .where('term_id', '=', p.termId)
    .orderBy('id'),
);

/** Sends without a term: extensions from this registry date, or updates to this revision. */
export const listSendsToward = query<{ domainId: string; command: string; expected: string }>()(
  ({ db, p }) =>
    db
      .selectFrom('sends')
      .select(sends.select())
      .where('domain_id', '=', p.domainId)
      .where('command', '=', p.command)
      .where('expected', '=', p.expected)
      .orderBy('id'),
);

/** A registration that the registry accepted at least this long ago and has not decided on. */
export const findUndecided = query<{ domainId: string; waitedMs: number }>()(({ db, p, dialect }) =>
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

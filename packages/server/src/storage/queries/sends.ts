/** The journal of sends to the registry: written before each, completed with what was answered. */
import { query, type SendRow } from '../schema.ts';

export const insertSend = query<SendRow>()(({ db, p }) =>
  db.insertInto('sends').values({
    id: p.id,
    domain_id: p.domain_id,
    term_id: p.term_id,
    command: p.command,
    expected: p.expected,
    sent_at: p.sent_at,
    outcome: p.outcome,
    years: p.years,
  }),
);

export const listSendsOfTerm = query<{ domainId: string; termId: string }>()(({ db, p }) =>
  db
    .selectFrom('sends')
    .selectAll()
    .where('domain_id', '=', p.domainId)
    .where('term_id', '=', p.termId)
    .orderBy('id'),
);

export const setSendOutcome = query<{ id: string; outcome: string }>()(({ db, p }) =>
  db.updateTable('sends').set({ outcome: p.outcome }).where('id', '=', p.id),
);

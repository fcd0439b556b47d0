/**
 * Old rows, deleted in batches. Ids rise with time, so each batch is a range at the start of the
 * primary key: it costs by what it deletes, and no index of its own slows down inserts.
 */
import { query } from '../schema.ts';

interface Batch {
  /** The first id that is kept. */
  readonly before: string;
  readonly limit: number;
}

export const deleteOldActivity = query<Batch>()(({ db, p }) =>
  db
    .deleteFrom('activity')
    .where('id', 'in', ({ selectFrom }) =>
      selectFrom('activity')
        .select('activity.id')
        .where('activity.id', '<', p.before)
        .orderBy('activity.id')
        .limit(p.limit),
    ),
);

/** Mail that was sent or given up. */
export const deleteOldMails = query<Batch>()(({ db, p }) =>
  db
    .deleteFrom('mails')
    .where('id', 'in', ({ selectFrom }) =>
      selectFrom('mails')
        .select('mails.id')
        .where('mails.id', '<', p.before)
        .where('mails.state', '<>', 'waiting')
        .orderBy('mails.id')
        .limit(p.limit),
    ),
);

/** Deliveries to webhooks that were made or given up. */
export const deleteOldDeliveries = query<Batch>()(({ db, p }) =>
  db
    .deleteFrom('webhook_deliveries')
    .where('id', 'in', ({ selectFrom }) =>
      selectFrom('webhook_deliveries')
        .select('webhook_deliveries.id')
        .where('webhook_deliveries.id', '<', p.before)
        .where('webhook_deliveries.state', '<>', 'pending')
        .orderBy('webhook_deliveries.id')
        .limit(p.limit),
    ),
);

/**
 * Commands whose outcome is known. Those of a term that is not settled are the proof of what was
 * bought, and extensions are compared with the registry's date as long as a domain lives: both stay.
 */
export const deleteOldSends = query<Batch>()(({ db, p }) =>
  db.deleteFrom('sends').where('id', 'in', ({ selectFrom }) =>
    selectFrom('sends')
      .leftJoin('terms', 'terms.id', 'sends.term_id')
      .select('sends.id')
      .where('sends.id', '<', p.before)
      .where('sends.outcome', 'in', ['done', 'refused'])
      .where('sends.command', '<>', 'extend')
      .where((eb) => eb.or([eb('terms.state', 'is', null), eb('terms.state', '<>', 'pending')]))
      .orderBy('sends.id')
      .limit(p.limit),
  ),
);

/**
 * Old rows, in batches. Ids rise with time, so each batch is a range at the start of the primary key:
 * it costs by what it finds, and no index of its own slows down inserts.
 */
import { query } from '../schema.ts';

interface Batch {
  /** The first id that is kept. */
  readonly before: string;
  readonly limit: number;
}

/** With their links in the hash chains; entries of earlier versions have none. */
export const listOldActivity = query<Batch>({ page: 500 })(({ db, p }) =>
  db
    .selectFrom('activity')
    .select(['activity.id', 'activity.workspace_id as workspaceId'])
    .select((of) => {
      const link = of
        .selectFrom('hash_chain_links as link')
        .whereRef('link.entry_id', '=', 'activity.id');
      return [link.select('link.seq').as('seq'), link.select('link.hash').as('hash')];
    })
    .where('activity.id', '<', p.before)
    .orderBy('activity.id')
    .limit(p.limit),
);

/** Mail that was sent or given up. */
export const listOldMails = query<Batch>({ page: 500 })(({ db, p }) =>
  db
    .selectFrom('mails')
    .select('id')
    .where('id', '<', p.before)
    .where('state', '<>', 'waiting')
    .orderBy('id')
    .limit(p.limit),
);

/** Deliveries to webhooks that were made or given up. */
export const listOldDeliveries = query<Batch>({ page: 500 })(({ db, p }) =>
  db
    .selectFrom('webhook_deliveries')
    .select('id')
    .where('id', '<', p.before)
    .where('state', '<>', 'pending')
    .orderBy('id')
    .limit(p.limit),
);

/** Domains of bulk operations that have ended, or were planned and never started. */
export const listOldBulkItems = query<Batch>({ page: 500 })(({ db, p }) =>
  db
    .selectFrom('bulk_items')
    .innerJoin('bulk_operations', 'bulk_operations.id', 'bulk_items.bulk_id')
    .select('bulk_items.id')
    .where('bulk_items.id', '<', p.before)
    .where('bulk_operations.state', 'not in', ['planning', 'running'])
    .orderBy('bulk_items.id')
    .limit(p.limit),
);

/** Auth codes of bulk operations in any state. */
export const listOldBulkAuthCodes = query<Batch>({ page: 500 })(({ db, p }) =>
  db
    .selectFrom('bulk_auth_codes')
    .select('id')
    .where('id', '<', p.before)
    .orderBy('id')
    .limit(p.limit),
);

/** Those that have no domains any more. */
export const listOldBulks = query<Batch>({ page: 500 })(({ db, p }) =>
  db
    .selectFrom('bulk_operations')
    .select('id')
    .where('id', '<', p.before)
    .where('state', 'not in', ['planning', 'running'])
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('bulk_items')
            .select('bulk_items.id')
            .whereRef('bulk_items.bulk_id', '=', 'bulk_operations.id'),
        ),
      ),
    )
    .orderBy('id')
    .limit(p.limit),
);

/**
 * Commands whose outcome is known. Those of a term that is not settled are the proof of what was
 * bought, and extensions are compared with the registry's date as long as a domain lives: both stay.
 */
export const listOldSends = query<Batch>({ page: 500 })(({ db, p }) =>
  db
    .selectFrom('sends')
    .leftJoin('terms', 'terms.id', 'sends.term_id')
    .select('sends.id')
    .where('sends.id', '<', p.before)
    .where('sends.outcome', 'in', ['done', 'refused'])
    .where('sends.command', '<>', 'extend')
    .where((eb) => eb.or([eb('terms.state', 'is', null), eb('terms.state', '<>', 'pending')]))
    .orderBy('sends.id')
    .limit(p.limit),
);

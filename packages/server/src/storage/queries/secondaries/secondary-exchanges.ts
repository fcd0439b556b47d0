/** What happened last between the service and each secondary, per zone. */
import { sql } from 'kysely';
import { query } from '../../schema.ts';
import {
  type SecondaryExchange,
  secondaryExchanges,
} from '../../tables/secondaries/secondary-exchanges.ts';
import { perSecondary } from './secondaries.ts';

/** Keeps what is null here; a sample without a problem removes the earlier problem. */
export const noteExchange = query<SecondaryExchange>()(({ db, p }) =>
  db
    .insertInto('secondary_exchanges')
    .values(secondaryExchanges.values(p))
    .onConflict((conflict) =>
      conflict.columns(['zone', 'secondary']).doUpdateSet({
        notified_at: newest<number>('notified_at'),
        notify_answer: newest<'taken' | 'refused' | 'unanswered'>('notify_answer'),
        asked_at: newest<number>('asked_at'),
        sent_at: newest<number>('sent_at'),
        sent_serial: newest<number>('sent_serial'),
        failed_at: newest<number>('failed_at'),
        failure: newest<string>('failure'),
        sampled_at: newest<number>('sampled_at'),
        sample_problem: sql<
          string | null
        >`case when excluded.sampled_at is null then secondary_exchanges.sample_problem else excluded.sample_problem end`,
      }),
    ),
);

function newest<T>(column: string) {
  return sql<T | null>`coalesce(excluded.${sql.ref(column)}, secondary_exchanges.${sql.ref(column)})`;
}

export const listExchanges = query<{ zone: string }>(perSecondary)(({ db, p }) =>
  db
    .selectFrom('secondary_exchanges')
    .select(secondaryExchanges.select())
    .where('zone', '=', p.zone)
    .orderBy('secondary'),
);

/** Zones that changed lately and that the secondary says it has, the newest change first. */
export const listSampleZones = query<{ secondary: string; since: number; limit: number }>({
  page: 10,
})(({ db, p }) =>
  db
    .selectFrom(
      db
        .selectFrom('zone_journal')
        .select('zone')
        .where('at', '>=', p.since)
        .orderBy('at', 'desc')
        .limit(p.limit)
        .as('recent'),
    )
    .innerJoin('zones', 'zones.name', 'recent.zone')
    .innerJoin('zone_confirmations', 'zone_confirmations.zone', 'zones.name')
    .select('zones.name as zone')
    .distinct()
    .where('zone_confirmations.secondary', '=', p.secondary)
    .whereRef('zone_confirmations.serial', '=', 'zones.serial')
    .where('zones.domain_id', 'is not', null),
);

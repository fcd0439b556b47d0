/** A new start for every zone: after a restore secondaries may have newer serials than we. */
import { sql } from 'kysely';
import { query } from '../schema.ts';

/** `max(old + 1, unix time)`: above whatever was served before this moment. */
export const raiseAllSerials = query<object>()(({ db, dialect }) =>
  db.updateTable('zones').set({
    previous_serial: sql<number>`serial`,
    serial: sql<number>`case when serial >= ${dialect.nowMs} / 1000 then serial + 1 else ${dialect.nowMs} / 1000 end`,
    changed_at: dialect.nowMs,
  }),
);

/** What was served after the backup is in no journal, so whoever asks gets whole zones. */
export const forgetJournals = query<object>()(({ db }) => db.deleteFrom('zone_journal'));

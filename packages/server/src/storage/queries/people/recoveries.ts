/** Recoveries of accounts. */
import { type QueryContext, query } from '../../schema.ts';
import { recoveries } from '../../tables/people/recoveries.ts';

export const findRecovery = query<{ userId: string }>('one')((context) =>
  withOffset(context).where('user_id', '=', context.p.userId),
);

export const findRecoveryToStop = query<{ stopHash: string }>('one')((context) =>
  withOffset(context).where('stop_hash', '=', context.p.stopHash),
);

/** With the calendar's offset, since its times are those of the calendar. */
function withOffset({ db }: Pick<QueryContext<object>, 'db'>) {
  return db
    .selectFrom('recoveries')
    .innerJoin('calendar', (join) => join.on('calendar.id', '=', 1))
    .select([...recoveries.select(), 'calendar.offset_ms as calendarOffsetMs']);
}

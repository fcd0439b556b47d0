/** Holds that an operator has set or lifted. */
import { query } from '../schema.ts';
import { type DomainHold, domainHolds } from '../tables/domain-holds.ts';

export const findHold = query<{ domainId: string }>()(({ db, p }) =>
  db.selectFrom('domain_holds').select(domainHolds.select()).where('domain_id', '=', p.domainId),
).decodedBy(domainHolds);

export const setHold = query<DomainHold>()(({ db, p }) =>
  db
    .insertInto('domain_holds')
    .values(domainHolds.values(p))
    .onConflict((conflict) =>
      conflict.column('domain_id').doUpdateSet((eb) => ({
        is_held: eb.ref('excluded.is_held'),
        reason: eb.ref('excluded.reason'),
        changed_at: eb.ref('excluded.changed_at'),
      })),
    ),
);

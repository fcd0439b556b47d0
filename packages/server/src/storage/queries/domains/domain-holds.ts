/** Holds that an operator has set or lifted. */
import { query } from '../../schema.ts';
import { domainHolds } from '../../tables/domains/domain-holds.ts';

export const findHold = query<{ domainId: string }>('one')(({ db, p }) =>
  db.selectFrom('domain_holds').select(domainHolds.select()).where('domain_id', '=', p.domainId),
).decodedBy(domainHolds);

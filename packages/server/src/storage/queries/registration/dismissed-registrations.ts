/** Failed registrations that the dashboard no longer shows. */
import { query } from '../../schema.ts';
import { dismissedRegistrations } from '../../tables/registration/dismissed-registrations.ts';

export const findDismissal = query<{ domainId: string }>('one')(({ db, p }) =>
  db
    .selectFrom('dismissed_registrations')
    .select(dismissedRegistrations.select('dismissedAt'))
    .where('domain_id', '=', p.domainId),
);

/** Failed registrations that the dashboard no longer shows. */
import { query } from '../schema.ts';
import {
  type DismissedRegistration,
  dismissedRegistrations,
} from '../tables/dismissed-registrations.ts';

/** Changes no row when the registration is dismissed already. */
export const insertDismissal = query<DismissedRegistration>()(({ db, p }) =>
  db
    .insertInto('dismissed_registrations')
    .values(dismissedRegistrations.values(p))
    .onConflict((conflict) => conflict.doNothing()),
);

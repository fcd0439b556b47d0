/** Failed registrations that a member has dismissed in the dashboard. */
import { integer, text } from '../../column.ts';
import { table } from '../../table.ts';

export const dismissedRegistrations = table('dismissed_registrations', {
  domainId: text(),
  /** Calendar time. */
  dismissedAt: integer(),
});

/** Failed registrations that a member has dismissed in the dashboard. */
import { integer, table, text } from '@hostmaster/storage';

export const dismissedRegistrations = table('dismissed_registrations', {
  domainId: text(),
  /** Calendar time. */
  dismissedAt: integer(),
});

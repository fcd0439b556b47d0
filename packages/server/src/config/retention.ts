/** How long what was done is kept. */
import { setting } from '../base/setting.ts';
import { durationFrom } from '../base/setting-values.ts';

/** Notices are sent once because their rows exist, so rows must outlive the dates they are about. */
const retention = durationFrom('90d', '1y');

export const retentionSettings = {
  activityMs: setting('HOSTMASTER_ACTIVITY_RETENTION', {
    default: '2y',
    meaning: 'How long activity is kept, 90d or more.',
    parse: retention,
  }),
  mailsMs: setting('HOSTMASTER_MAIL_RETENTION', {
    default: '1y',
    meaning: 'How long mails that were sent or given up are kept, 90d or more.',
    parse: retention,
  }),
  sendsMs: setting('HOSTMASTER_SEND_RETENTION', {
    default: '2y',
    meaning:
      'How long the journal of commands to registries is kept once they are settled, 90d or more.',
    parse: retention,
  }),
  revisionsMs: setting('HOSTMASTER_REVISION_RETENTION', {
    default: '1y',
    meaning:
      'How long the history of a zone is kept, 90d or more; its last revisions are kept longer.',
    parse: retention,
  }),
  eventsMs: setting('HOSTMASTER_EVENT_RETENTION', {
    default: '90d',
    meaning: 'How long events and deliveries to webhooks are kept, 7d or more.',
    parse: durationFrom('7d', '90d'),
  }),
};

/** Notices that wait for others of their kind: sent as mails of their own, or as one that lists them. */
import type { Change } from '../changes/change.ts';
import { combinedNotice } from '../notices/combined-notice.ts';
import { mailTo, sendJob } from '../notices/new-mail.ts';
import type { NoticeLinks } from '../notices/notices.ts';
import { listGathered } from '../storage/queries/mail/mails.ts';
import { updateAll } from '../storage/row-write.ts';
import type { HostmasterReader } from '../storage/schema.ts';
import { type Mail, mails } from '../storage/tables/mail/mails.ts';

/** More notices of a kind at once become one mail. */
const singleMax = 5;
/** In one mail, so that every mail server accepts it. */
const listedMax = 500;

/** Mails of one kind to one address that wait for each other. */
export interface GatheredGroup {
  readonly workspaceId: string;
  readonly kind: string;
  readonly recipient: string;
}

export type GatheredMail = Pick<Mail, 'id' | 'summary'>;

/** The oldest first; locked, so that another process does not send them too. */
export function loadGathered(
  reader: HostmasterReader,
  { workspaceId, kind, recipient }: GatheredGroup,
): Promise<readonly GatheredMail[]> {
  return reader.all(listGathered, { workspaceId, kind, recipient, limit: listedMax });
}

export function sendGathered(
  { workspaceId, kind, recipient }: GatheredGroup,
  gathered: readonly GatheredMail[],
  options: { readonly at: number; readonly links: NoticeLinks },
): Change {
  const [first] = gathered;
  if (first === undefined) return {};
  const ids = gathered.map(({ id }) => id);
  if (ids.length <= singleMax) {
    return {
      rows: [updateAll(mails, { id: ids }, { gathered: false }), ...ids.map(sendJob)],
      announce: [{ kind: 'jobs-changed' }],
    };
  }
  const notice = combinedNotice(options.links, {
    workspaceId,
    kind,
    firstMailId: first.id,
    lines: gathered.map(({ summary }) => summary ?? ''),
  });
  const combined = mailTo({ workspaceId, recipient, at: options.at, notice });
  const listed = { gathered: false, state: 'sent', combinedIn: combined.id } as const;
  return { rows: [updateAll(mails, { id: ids }, listed)], mails: [combined] };
}

/** Mails beyond a budget: once it has a free place again, what it holds is sent as one mail. */
import { type Change, combine } from '../changes/change.ts';
import { persist } from '../changes/persist.ts';
import { joinedNotice } from '../notices/combined-notice.ts';
import { admittedMail, sendJob } from '../notices/new-mail.ts';
import type { NoticeLinks } from '../notices/notices.ts';
import { listFreeBudgets, listHeldMails } from '../storage/queries/mail/mails.ts';
import { type RowWrite, update, updateAll } from '../storage/row-write.ts';
import type { HostmasterDatabase } from '../storage/schema.ts';
import { type MailBudget, mailBudgets } from '../storage/tables/mail/mail-budgets.ts';
import { type Mail, mails } from '../storage/tables/mail/mails.ts';
import { loadBudget, takePlace } from './mail-budget.ts';

/** In one round; the others follow in the next. */
const budgetsMax = 100;
/** In one mail, so that every mail server accepts it. */
const listedMax = 500;

type HeldMail = Pick<Mail, 'id' | 'workspaceId' | 'cause' | 'recipient' | 'subject' | 'summary'>;

interface HeldIn {
  readonly key: string;
  readonly budget: MailBudget | undefined;
  /** The oldest first. */
  readonly held: readonly HeldMail[];
}

/** Returns how many mails are sent. `now` is calendar time. */
export async function sendHeldMails(
  { database, links }: { readonly database: HostmasterDatabase; readonly links: NoticeLinks },
  now: number,
): Promise<number> {
  let sent = 0;
  for (const { key } of await database.all(listFreeBudgets, { now, limit: budgetsMax })) {
    sent += await persist(database, {
      keys: [`mails ${key}`],
      owner: '',
      commit: 'alone',
      async load(reader) {
        const budget = await loadBudget(reader, key);
        return { key, budget, held: await reader.all(listHeldMails, { key, limit: listedMax }) };
      },
      decide(loaded) {
        const change = releaseHeld(loaded, { now, links });
        return { answer: change === null ? 0 : 1, change: change ?? {} };
      },
    });
  }
  return sent;
}

/** Null when another process was faster. */
export function releaseHeld(
  { key, budget, held }: HeldIn,
  { now, links }: { readonly now: number; readonly links: NoticeLinks },
): Change | null {
  if (budget === undefined || !budget.waiting) return null;
  const [first] = held;
  const place = first === undefined ? null : takePlace(key, budget, now);
  if (first === undefined) return { rows: [emptied(key)] };
  if (place === null) return null;
  const joined = first.summary === null ? [first] : held.filter((mail) => isWith(first, mail));
  const released =
    joined.length === 1 ? sendAlone(first) : sendAsOne(first, joined, { now, links });
  const isEmpty = joined.length === held.length && held.length < listedMax;
  return combine({ rows: [place, ...(isEmpty ? [emptied(key)] : [])] }, released);
}

function emptied(key: string): RowWrite {
  return updateAll(mailBudgets, { key }, { waiting: false });
}

/** Mails about different accounts or workspaces are never in one, whatever their address. */
function isWith(first: HeldMail, { workspaceId, cause, summary }: HeldMail): boolean {
  return workspaceId === first.workspaceId && cause === first.cause && summary !== null;
}

function sendAlone({ id }: HeldMail): Change {
  return {
    rows: [update(mails, { id }, { heldIn: null, admitted: true }), sendJob(id)],
    announce: [{ kind: 'jobs-changed' }],
  };
}

function sendAsOne(
  first: HeldMail,
  joined: readonly HeldMail[],
  { now, links }: { readonly now: number; readonly links: NoticeLinks },
): Change {
  const { id: firstMailId, workspaceId, cause, recipient } = first;
  const lines = joined.map(({ summary, subject }) => summary ?? subject);
  const notice = joinedNotice(links, { workspaceId, firstMailId, lines });
  const mail = admittedMail({ workspaceId, cause, recipient, at: now, notice });
  const listed = {
    heldIn: null,
    state: 'sent',
    combinedIn: mail.id,
    // Links in mail to a user give access to the account.
    ...(workspaceId === null ? { textBody: '', htmlBody: '', summary: null } : {}),
  } as const;
  return { rows: [updateAll(mails, { id: joined.map(({ id }) => id) }, listed)], mails: [mail] };
}

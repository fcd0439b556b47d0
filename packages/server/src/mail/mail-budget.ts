/**
 * Every mail takes a place in the budget of its address and purpose before it is sent. Beyond the
 * budget nothing is dropped: the mail is held, and held mails are sent as one (held-mails.ts).
 */
import { minuteMs } from '@hostmaster/contract/durations';
import { fixedLimits } from '../base/limits.ts';
import { type NoticePurpose, purposeOf } from '../notices/notice-purpose.ts';
import { lockMailBudget } from '../storage/queries/mail/mails.ts';
import { insert, type RowWrite, update } from '../storage/row-write.ts';
import type { HostmasterReader } from '../storage/schema.ts';
import { type MailBudget, mailBudgets } from '../storage/tables/mail/mail-budgets.ts';
import type { Mail } from '../storage/tables/mail/mails.ts';

/** A used place is free again after this time. */
const placeMs = 10 * minuteMs;

/** Mails of these purposes reach addresses that no owner has confirmed. */
const toStrangers: ReadonlySet<NoticePurpose> = new Set([
  'sign-up',
  'confirmation',
  'reset',
  'recovery',
  'invitation',
  'owner',
  'registrant',
  'reminder',
  'contact',
  'control',
  'notices-moved',
]);

/**
 * Each account and workspace has its own budget of these at an address, so that no other one can delay
 * them.
 */
const undelayed: ReadonlySet<NoticePurpose> = new Set(['expiry', 'transfer', 'sign-in']);

/** A budget that has not been used for this long is full again. */
export const fullAfterMs = fixedLimits.noticesPerRecipient * placeMs;

export function budgetKey(
  mail: Pick<Mail, 'kind' | 'recipient' | 'cause' | 'workspaceId'>,
): string {
  const purpose = purposeOf(mail.kind);
  const subject = undelayed.has(purpose) ? ` ${mail.cause ?? mail.workspaceId ?? ''}` : '';
  return `${purpose} ${mail.recipient.toLowerCase()}${subject}`;
}

export function loadBudget(reader: HostmasterReader, key: string): Promise<MailBudget | undefined> {
  return reader.first(lockMailBudget, { key });
}

/** Null when no place is free at this time. */
export function takePlace(
  key: string,
  budget: MailBudget | undefined,
  now: number,
): RowWrite | null {
  const aheadMs = (placesOf(key) - 1) * placeMs;
  if (budget === undefined) {
    return insert(mailBudgets, { key, freeAt: now + placeMs - aheadMs, waiting: false });
  }
  const { freeAt } = budget;
  if (freeAt > now) return null;
  return update(
    mailBudgets,
    { key, freeAt },
    { freeAt: Math.max(freeAt + aheadMs, now) + placeMs - aheadMs },
  );
}

function placesOf(key: string): number {
  const [purpose = ''] = key.split(' ', 1);
  const isToStrangers = toStrangers.has(purpose as NoticePurpose);
  return isToStrangers ? fixedLimits.mailsPerRecipient : fixedLimits.noticesPerRecipient;
}

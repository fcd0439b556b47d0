/**
 * Reminds registrants to check their data, on each anniversary of a domain. Domains get their next
 * anniversary in the order of their ids, so that turning the reminder on sends nothing at once. The
 * mail, the note that it was sent and the next anniversary are one change.
 */
import { dayMs, hourMs } from '@hostmaster/contract/durations';
import { type Change, noChange } from '../changes/change.ts';
import { persist } from '../changes/persist.ts';
import { anniversaryIn, nextAnniversary } from '../domains/anniversary.ts';
import { mailTo } from '../notices/new-mail.ts';
import { dataReminder } from '../notices/reminder-notices.ts';
import {
  findLastScheduled,
  findNextReminder,
  listDueReminders,
  listUnscheduled,
  lockDueReminder,
} from '../storage/queries/contacts/data-reminders.ts';
import { lockDomainById } from '../storage/queries/domains/domains.ts';
import { insert, insertIfAbsent, update } from '../storage/row-write.ts';
import type { HostmasterReader } from '../storage/schema.ts';
import { type DataReminder, dataReminders } from '../storage/tables/contacts/data-reminders.ts';
import { sentDataReminders } from '../storage/tables/contacts/sent-data-reminders.ts';
import type { Domain, DomainWith } from '../storage/tables/domains/domains.ts';
import { lifecycleFact } from './due-domain.ts';
import type { LifecycleServices } from './lifecycle-services.ts';

/** Changes of one sweep, and domains that get their anniversary in it. */
const changesMax = 100;
/** A registration with a lower id that commits later would be missed. */
const scheduledAfterMs = hourMs;
/** How often a domain is looked at again that is not live or has expired. */
const lookAgainMs = dayMs;
/** The reminder was off in the meantime: all that was missed would be sent at once. */
const lateMsMax = 30 * dayMs;

type Schedule = Pick<DataReminder, 'year' | 'dueAt'>;

/** Returns how many changes were made. `now` is calendar time. */
export async function remindRegistrants(services: LifecycleServices, now: number): Promise<number> {
  if (!services.operations.rules.remindsRegistrants) return 0;
  let made = await scheduleNext(services, now);
  const due = await services.database.all(listDueReminders, { now, limit: changesMax });
  for (const entry of due) {
    if (await remind(services, { ...entry, now })) made += 1;
  }
  return made;
}

/** The next instant with something to do; infinite where there is none. */
export async function nextReminderAt(services: LifecycleServices): Promise<number> {
  const { database, operations } = services;
  if (!operations.rules.remindsRegistrants) return Number.POSITIVE_INFINITY;
  const [reminder, [first]] = await Promise.all([
    database.first(findNextReminder, {}),
    loadUnscheduled(database, 1),
  ]);
  const times = [reminder?.dueAt, first && first.registration.createdAt + scheduledAfterMs];
  return Math.min(...times.map((at) => at ?? Number.POSITIVE_INFINITY));
}

function scheduleNext({ database }: LifecycleServices, now: number): Promise<number> {
  return persist(database, {
    keys: ['data reminders'],
    owner: '',
    commit: 'alone',
    load: (reader) => loadUnscheduled(reader, changesMax),
    decide(page) {
      const young = page.findIndex(
        ({ registration: { createdAt } }) => createdAt + scheduledAfterMs > now,
      );
      const ready = young === -1 ? page : page.slice(0, young);
      const rows = ready.map((domain) =>
        insertIfAbsent(dataReminders, { domainId: domain.id, ...scheduleOf(domain, now) }),
      );
      return { answer: rows.length, change: rows.length === 0 ? noChange : { rows } };
    },
  });
}

type Unscheduled = DomainWith<'id' | 'state' | 'createdAt'>;

async function loadUnscheduled(
  reader: Pick<HostmasterReader, 'first' | 'all'>,
  limit: number,
): Promise<readonly Unscheduled[]> {
  const last = await reader.first(findLastScheduled, {});
  return reader.all(listUnscheduled, { after: last?.domainId ?? '', limit });
}

function scheduleOf(
  { state, registration: { createdAt } }: Omit<Unscheduled, 'id'>,
  now: number,
): Schedule {
  if (state === 'failed' || state === 'released') return { year: null, dueAt: null };
  // A transfer to us ends with the date of the registration.
  if (state !== 'live') return { year: null, dueAt: now + lookAgainMs };
  const { year, at } = nextAnniversary(createdAt, now);
  return { year, dueAt: at };
}

interface DueReminder {
  readonly domainId: string;
  readonly workspaceId: string;
  readonly now: number;
}

/** False when another process has handled it. */
function remind(services: LifecycleServices, due: DueReminder): Promise<boolean> {
  const { domainId, now } = due;
  return persist(services.database, {
    keys: [`data reminder ${domainId}`],
    owner: due.workspaceId,
    commit: 'alone',
    async load(reader) {
      const reminder = await reader.first(lockDueReminder, { domainId, now });
      if (reminder === undefined) return null;
      const domain = await reader.first(lockDomainById, { id: domainId });
      return domain === undefined ? null : { reminder, domain };
    },
    decide(loaded) {
      if (loaded === null) return { answer: false, change: noChange };
      return { answer: true, change: changeFor(services, { ...loaded, now }) };
    },
  });
}

interface LoadedReminder {
  readonly reminder: DataReminder;
  readonly domain: Domain;
  readonly now: number;
}

function changeFor({ links }: LifecycleServices, loaded: LoadedReminder): Change {
  const { reminder, domain, now } = loaded;
  const { domainId, year, dueAt } = reminder;
  const { state, name, workspaceId } = domain;
  const { createdAt } = domain.registration;
  const { contact } = domain.owner;
  const schedule = (set: Partial<Schedule>) => update(dataReminders, { domainId, dueAt }, set);
  const next = scheduleOf(domain, now);
  if (state !== 'live') return { rows: [schedule({ dueAt: next.dueAt })] };
  const isLate = now - (dueAt ?? now) > lateMsMax;
  if (year === null || isLate) return { rows: [schedule(next)] };
  // The date of the registration was corrected in the meantime.
  const anniversaryAt = anniversaryIn(createdAt, year);
  if (anniversaryAt > now) return { rows: [schedule({ dueAt: anniversaryAt })] };
  if (domain.registration.expiresAt <= now)
    return { rows: [schedule({ dueAt: now + lookAgainMs })] };
  const notice = dataReminder(links, { workspaceId, domainId, name, year, contact });
  const { email: address } = contact;
  const mail = mailTo({ workspaceId, recipient: address, at: now, notice });
  const sent = { domainId, year, sentAt: now, address, mailId: mail.id };
  return {
    rows: [schedule(next), insert(sentDataReminders, sent)],
    mails: [mail],
    facts: [
      lifecycleFact({ domain, now }, { kind: 'domain.registration_data_reminder', domain: name }),
    ],
  };
}

/**
 * Hands one mail to the mailer, once it has its place in the budget of its address. A permanent rejection ends the job; any other error is retried. The
 * activity shows both, the latter once.
 */

import { newId } from '../base/ids.ts';
import { noChange } from '../changes/change.ts';
import { persist } from '../changes/persist.ts';
import type { FactEntry } from '../facts/fact.ts';
import type { MailFact } from '../facts/mails.ts';
import { bindHandlers, type JobContext, type JobHandler, payloadOf } from '../jobs/job-handler.ts';
import { ended, finishJob, persistJob } from '../jobs/persist-job.ts';
import type { MailJob } from '../notices/new-mail.ts';
import { findMail } from '../storage/queries/mail/mails.ts';
import { update, updateAll } from '../storage/row-write.ts';
import type { HostmasterDatabase, HostmasterReader } from '../storage/schema.ts';
import { mailBudgets } from '../storage/tables/mail/mail-budgets.ts';
import { type Mail, mails } from '../storage/tables/mail/mails.ts';
import { systemActor } from '../workspaces/actor.ts';
import { budgetKey, loadBudget, takePlace } from './mail-budget.ts';
import { type Mailer, MailRejected } from './mailer.ts';

export interface MailServices {
  readonly database: HostmasterDatabase;
  readonly mailer: Mailer;
  /** The sender address; its domain is used in message ids. */
  readonly identity: { readonly from: string; readonly domain: string };
  /** The dashboard shows the text of mail to users; otherwise it is deleted after sending. */
  readonly keepsText: boolean;
  /** Calendar time, read in the transaction that uses it. */
  calendarNow(reader: HostmasterReader): Promise<number>;
}

interface MailContext extends MailServices, JobContext {}

export function mailJobs(services: MailServices): ReadonlyMap<string, JobHandler> {
  return bindHandlers({ 'send-mail': sendMail }, services);
}

/** About three days of backoff; after a longer outage the mail is dropped. */
const attemptsMax = 870;

async function sendMail(context: MailContext): Promise<void> {
  const { mailId } = payloadOf<MailJob>(context.job);
  const mail = await context.database.first(findMail, { id: mailId });
  if (mail?.state !== 'waiting' || mail.heldIn !== null) return finishJob(context);
  if (!mail.admitted && !(await admit(context, mail))) return;
  await context.holdLease();
  try {
    await context.mailer.send({
      messageId: `<${mail.id}@${context.identity.domain}>`,
      from: context.identity.from,
      to: mail.recipient,
      subject: mail.subject,
      text: mail.textBody,
      html: mail.htmlBody,
      date: new Date(mail.createdAt),
    });
  } catch (error) {
    const problem = error instanceof Error ? error.message : String(error);
    if (error instanceof MailRejected || context.job.attempts >= attemptsMax) {
      await settle(context, mail, problem);
      return;
    }
    await noteDelay(context, mail, problem);
    throw error;
  }
  await settle(context, mail, null);
}

/** Takes a place in the budget. Without a free one the mail is held, and its job ends. */
function admit(context: MailContext, mail: Mail): Promise<boolean> {
  const key = budgetKey(mail);
  const { id } = mail;
  return persistJob(context, {
    keys: [`mails ${key}`],
    owner: mail.workspaceId ?? '',
    async load(reader) {
      const budget = await loadBudget(reader, key);
      return { budget, now: await context.calendarNow(reader) };
    },
    decide({ budget, now }) {
      const place = takePlace(key, budget, now);
      if (place !== null) {
        const admitted = update(mails, { id, state: 'waiting' }, { admitted: true });
        return { answer: true, change: { rows: [place, admitted] } };
      }
      const rows = [
        update(mails, { id, state: 'waiting' }, { heldIn: key }),
        update(mailBudgets, { key }, { waiting: true }),
      ];
      return { answer: false, change: ended(context, { rows }) };
    },
  });
}

async function settle(context: MailContext, mail: Mail, problem: string | null): Promise<void> {
  const state = problem === null ? 'sent' : 'failed';
  // Links in mail to a user give access to the account.
  const isTextDeleted = !context.keepsText && mail.workspaceId === null;
  await persistJob(context, {
    owner: mail.workspaceId ?? '',
    load: (reader) => context.calendarNow(reader),
    decide: (at) => ({
      answer: undefined,
      change: ended(context, {
        rows: [
          updateAll(mails, { id: mail.id, state: 'waiting' }, { state, problem }),
          ...(isTextDeleted ? [updateAll(mails, { id: mail.id }, noText)] : []),
        ],
        facts: factsOf(context, mail, { kind: `mail.${state}`, problem, at }),
      }),
    }),
  });
}

const noText = { textBody: '', htmlBody: '', summary: null };

async function noteDelay(context: MailContext, mail: Mail, problem: string): Promise<void> {
  if (mail.problem !== null) return;
  await persist(context.database, {
    keys: [`mail ${mail.id}`],
    owner: mail.workspaceId ?? '',
    commit: 'shared',
    async load(reader) {
      const [stored, at] = await Promise.all([
        reader.first(findMail, { id: mail.id }),
        context.calendarNow(reader),
      ]);
      return { isFirst: stored?.state === 'waiting' && stored.problem === null, at };
    },
    decide({ isFirst, at }) {
      if (!isFirst) return { answer: undefined, change: noChange };
      const first = { id: mail.id, state: 'waiting', problem: null } as const;
      return {
        answer: undefined,
        change: {
          rows: [update(mails, first, { problem })],
          facts: factsOf(context, mail, { kind: 'mail.delayed', problem, at }),
        },
      };
    },
  });
}

function factsOf(
  context: MailContext,
  mail: Mail,
  event: {
    readonly kind: MailFact['kind'];
    readonly problem: string | null;
    readonly at: number;
  },
): readonly FactEntry[] {
  // Mail to a user is private.
  if (mail.workspaceId === null) return [];
  return [
    {
      id: newId('act'),
      at: event.at,
      actor: systemActor(mail.workspaceId, context.job.kind),
      fact: {
        kind: event.kind,
        recipient: mail.recipient,
        notice: mail.kind,
        subject: mail.subject,
        ...(event.problem === null ? {} : { problem: event.problem }),
      },
    },
  ];
}

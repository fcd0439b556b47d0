/**
 * Hands one mail to the mailer. A permanent rejection ends the job; any other error is retried. The
 * activity shows both, the latter once.
 */

import { newId } from '../base/ids.ts';
import type { MailFact } from '../facts/mails.ts';
import { bindHandlers, type JobContext, type JobHandler, payloadOf } from '../jobs/handler.ts';
import { finishJob } from '../jobs/queue.ts';
import { deleteMailText, findMail, setFirstProblem, settleMail } from '../storage/queries/mails.ts';
import { command } from '../storage/query.ts';
import type { HostmasterDatabase, HostmasterReader, HostmasterTx } from '../storage/schema.ts';
import type { Mail } from '../storage/tables/mails.ts';
import { recordFact } from '../workspaces/activity.ts';
import { systemActor } from '../workspaces/actor.ts';
import { type Mailer, MailRejected } from './mailer.ts';
import type { MailJob } from './new-mail.ts';

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
  if (mail?.state !== 'waiting') {
    await context.database.transaction((tx) => finishJob(tx, context.job));
    return;
  }
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

async function settle(context: MailContext, mail: Mail, problem: string | null): Promise<void> {
  const state = problem === null ? 'sent' : 'failed';
  await context.database.transaction(async (tx) => {
    await tx.batch([
      command(settleMail, { id: mail.id, state, problem }),
      ...(context.keepsText ? [] : [command(deleteMailText, { id: mail.id })]),
    ]);
    await recordMail(tx, context, mail, { kind: `mail.${state}`, problem });
    await finishJob(tx, context.job);
  });
}

async function noteDelay(context: MailContext, mail: Mail, problem: string): Promise<void> {
  if (mail.problem !== null) return;
  await context.database.transaction(async (tx) => {
    const isFirst = (await tx.run(setFirstProblem, { id: mail.id, problem })) === 1;
    if (isFirst) await recordMail(tx, context, mail, { kind: 'mail.delayed', problem });
  });
}

async function recordMail(
  tx: HostmasterTx,
  context: MailContext,
  mail: Mail,
  event: { readonly kind: MailFact['kind']; readonly problem: string | null },
): Promise<void> {
  // Mail to a user is private.
  if (mail.workspaceId === null) return;
  recordFact(tx, {
    id: newId('act'),
    at: await context.calendarNow(tx),
    actor: systemActor(mail.workspaceId, context.job.kind),
    fact: {
      kind: event.kind,
      recipient: mail.recipient,
      notice: mail.kind,
      subject: mail.subject,
      ...(event.problem === null ? {} : { problem: event.problem }),
    },
  });
}

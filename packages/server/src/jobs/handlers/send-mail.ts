/**
 * Hands one mail to the mailer. A refusal for good ends it; anything else is tried again. Both are
 * shown in the activity, the latter once.
 */
import { newId } from '../../base/ids.ts';
import { MailRejected } from '../../mail/mailer.ts';
import {
  findMail,
  forgetMailText,
  type MailJob,
  noteFirstProblem,
  settleMail,
} from '../../mail/outbox.ts';
import type { HostmasterTx, MailRow } from '../../storage/schema.ts';
import { recordActivity } from '../../workspaces/activity.ts';
import { systemActor } from '../../workspaces/actor.ts';
import { type JobContext, payloadOf } from '../handler.ts';
import { finishJob } from '../queue.ts';

/** About three days of backoff; a server that is away for longer has lost the mail anyway. */
const attemptsMax = 870;

export async function sendMail(context: JobContext): Promise<void> {
  const { mailId } = payloadOf<MailJob>(context.job);
  const mail = await context.database.first(findMail, { id: mailId });
  if (mail?.state !== 'waiting') {
    await context.database.transaction((tx) => finishJob(tx, context.job));
    return;
  }
  await context.holdLease();
  try {
    await context.mailer.send({
      messageId: `<${mail.id}@${context.mail.domain}>`,
      from: context.mail.from,
      to: mail.recipient,
      subject: mail.subject,
      text: mail.text_body,
      html: mail.html_body,
      date: new Date(mail.created_at),
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

async function settle(context: JobContext, mail: MailRow, problem: string | null): Promise<void> {
  const state = problem === null ? 'sent' : 'failed';
  await context.database.transaction(async (tx) => {
    await tx.run(settleMail, { id: mail.id, state, problem });
    await tx.run(forgetMailText, { id: mail.id });
    await recordMail(tx, context, mail, { action: `mail.${state}`, problem });
    await finishJob(tx, context.job);
  });
}

async function noteDelay(context: JobContext, mail: MailRow, problem: string): Promise<void> {
  if (mail.problem !== null) return;
  await context.database.transaction(async (tx) => {
    const isFirst = (await tx.run(noteFirstProblem, { id: mail.id, problem })) === 1;
    if (isFirst) await recordMail(tx, context, mail, { action: 'mail.delayed', problem });
  });
}

async function recordMail(
  tx: HostmasterTx,
  context: JobContext,
  mail: MailRow,
  event: { readonly action: string; readonly problem: string | null },
): Promise<void> {
  // Mail to a person is nobody else's business.
  if (mail.workspace_id === null) return;
  await recordActivity(tx, {
    id: newId('act'),
    at: await context.calendarNow(tx),
    actor: systemActor(mail.workspace_id, context.job.kind),
    action: event.action,
    subject: mail.recipient,
    details: {
      kind: mail.kind,
      subject: mail.subject,
      ...(event.problem === null ? {} : { problem: event.problem }),
    },
  });
}

/**
 * Restores a deleted domain at the registry; the renewal that was bought with it follows in the same
 * lane. What the registry shows decides: a name that is no longer deleted was restored, whatever
 * became of the reply. After a definite refusal all credits return.
 */

import { hourMs } from '@hostmaster/contract/durations';
import { loadList } from '@hostmaster/storage';
import { combine } from '../changes/change.ts';
import { convergenceJob } from '../changes/job-kinds.ts';
import { nextDueAt } from '../domains/lifecycle.ts';
import { decisionOf } from '../jobs/job-control.ts';
import { postponeJob } from '../jobs/persist-job.ts';
import { domainRestored, restoreRefused } from '../notices/restore-notices.ts';
import { refundTerm } from '../operations/credits/close-term.ts';
import {
  OutcomeUnknown,
  type RefusedOutcome,
  type RegistryDomain,
} from '../registrars/registrar.ts';
import { listTerms } from '../storage/queries/renewal/terms.ts';
import { update } from '../storage/row-write.ts';
import { statement } from '../storage/statements.ts';
import { domains } from '../storage/tables/domains/domains.ts';
import type { Send } from '../storage/tables/registry/sends.ts';
import { settleDomainJob } from './domain-job.ts';
import type { FulfilmentContext } from './fulfilment-context.ts';
import { behindMsMax, isLost, journalAnswer, journalSend } from './journal.ts';
import { reasonToGiveUp } from './repeated-failure.ts';
import { restoredFields } from './restored-fields.ts';
import { requireFold, without } from './settle-term.ts';
import {
  awaitDecision,
  cancelledReason,
  loadTermWork,
  orTooExpensive,
  type TermWork,
  waitForPerson,
  waitForPrice,
} from './term-work.ts';

const gone = 'The registry no longer holds this name for us.';
const tooLate = 'The name can no longer be restored.';
const notShown = 'The registry has accepted the restore, and still shows the name as deleted.';

/** How soon the registry is asked again about a restore that it does not show yet; it grows. */
const notShownAskMs = { min: 1_000, max: 600_000 } as const;
const reportAgainMs = hourMs;
/** Then a person has to look. */
const silentMsMax = 6 * hourMs;

export async function runRestore(context: FulfilmentContext): Promise<void> {
  const work = await loadTermWork(context);
  if (work === null) return;
  const { domain } = work;
  const found = await context.registrar.info(domain.name);
  if (found === null || !found.isOurs) return refuse(context, work, gone);
  if (found.deletion === null) return confirm(context, work, found);
  if (found.deletion.phase === 'final') return refuse(context, work, tooLate);
  // The registry has carried out the request, and bills it. What may be missing is the report.
  const isBought = found.deletion.phase === 'restoring';
  const decision = decisionOf(context.job);
  if (decision === 'cancel' && !isBought) return refuse(context, work, cancelledReason);
  const sends = work.sends.filter(({ command }) => command === 'restore');
  const now = await context.calendarNow(context.database);
  const accepted = sends.findLast(({ outcome }) => outcome === 'done' || outcome === 'pending');
  if (accepted !== undefined) {
    const decided = await askAboutAccepted(context, work, accepted);
    if (decided.kind === 'refused') return giveUp(context, work, { ...decided, isBought });
    const lacksReport = decided.kind === 'report' && isBought;
    if (!lacksReport) return lookAgain(context, work, now - accepted.sentAt);
  }
  const reason = reasonToGiveUp(sends, now);
  // A report is tried again.
  const isRested = now - (sends.at(-1)?.sentAt ?? now) >= reportAgainMs;
  if (reason !== null && !(isBought && isRested))
    return giveUp(context, work, { reason, isBought });
  const { id: sendId, sentAt: at } = await journalSend(context, domain, {
    termId: work.term.id,
    command: 'restore',
    expected: null,
  });
  const outcome = await journalAnswer(context.database, sendId, () =>
    orTooExpensive(
      context.registrar.restore({
        sendId,
        name: domain.name,
        beforeSend: context.holdLease,
        current: found,
        deletedAt: domain.release.deletedAt ?? at,
        restoredAt: at,
        acceptsAnyPrice: decision === 'accept',
      }),
    ),
  );
  if (outcome.kind === 'too-expensive') return waitForPrice(context, work, { ...outcome, sendId });
  if (outcome.kind === 'refused') {
    // Also the answer to a step that an earlier send has done.
    const shown = await context.registrar.info(domain.name);
    if (shown?.isOurs === true && shown.deletion === null) return confirm(context, work, shown);
    const isBoughtNow = shown?.isOurs === true && shown.deletion?.phase === 'restoring';
    if (!isBoughtNow && sends.some((send) => isLost(send) && now - send.sentAt < behindMsMax)) {
      throw new OutcomeUnknown(`Refused after a restore without an answer: ${outcome.reason}`);
    }
    return giveUp(context, work, { reason: outcome.reason, isBought: isBoughtNow });
  }
  // Another look finds the domain restored, or not decided yet. Nothing is sent again meanwhile.
  const askAfterMs = outcome.kind === 'pending' ? outcome.askAfterMs : 0;
  await awaitDecision(context, { domain, sendId, askAfterMs, outcome: outcome.kind });
}

/**
 * What became of a send that the registry has accepted, and that `info` does not show as done. Its request
 * and its report are decided apart. `report` when the report is still to be sent.
 */
async function askAboutAccepted(
  { registrar }: FulfilmentContext,
  { domain: { name } }: TermWork,
  { id, outcome }: Send,
): Promise<{ readonly kind: 'pending' | 'report' } | RefusedOutcome> {
  if (outcome === 'done') return { kind: 'pending' };
  const report = await registrar.outcomeOf({ sendId: `${id}-report`, name });
  if (report.kind === 'refused') return report;
  if (report.kind !== 'unknown') return { kind: 'pending' };
  const request = await registrar.outcomeOf({ sendId: id, name });
  if (request.kind === 'refused') return request;
  return { kind: request.kind === 'done' ? 'report' : 'pending' };
}

/** Without a time limit: after an early refund, a late restore would be one without payment. */
async function lookAgain(
  context: FulfilmentContext,
  work: TermWork,
  waitedMs: number,
): Promise<void> {
  if (waitedMs > silentMsMax) return holdForPerson(context, work, notShown);
  const { min, max } = notShownAskMs;
  const delayMs = Math.min(max, Math.max(min, Math.round(waitedMs / 100)));
  await postponeJob(context, { delayMs, attempts: 0 });
}

/** What was bought is not refunded. */
function giveUp(
  context: FulfilmentContext,
  work: TermWork,
  { reason, isBought }: { readonly reason: string; readonly isBought: boolean },
): Promise<void> {
  return isBought ? holdForPerson(context, work, reason) : refuse(context, work, reason);
}

function holdForPerson(context: FulfilmentContext, work: TermWork, reason: string): Promise<void> {
  return waitForPerson(context, work, {
    reason,
    kind: 'domain.renewal_held',
    delayMs: reportAgainMs,
  });
}

/** The renewal behind it in the lane adds the year and takes the credits. */
function confirm(
  context: FulfilmentContext,
  { domain: subject }: TermWork,
  found: RegistryDomain,
): Promise<void> {
  return settleDomainJob(context, subject, {
    load: async () => undefined,
    decide({ domain, at }) {
      const { id, workspaceId, name } = domain;
      const { expiresAt } = domain.registration;
      const registryExpiresAt = found.expiresAt ?? domain.registry.registryExpiresAt;
      const set = {
        ...restoredFields(domain, { registryExpiresAt, rules: context.rules }),
        desiredRevision: domain.registry.desiredRevision + 1,
      };
      const restored = { workspaceId, name, expiresAt, changeId: context.job.id };
      return {
        change: {
          rows: [
            update(domains, { id }, set),
            statement('setChangedAt', { domainId: id, changedAt: at }),
          ],
          jobs: [convergenceJob({ domainId: id })],
        },
        fact: { kind: 'domain.restored', domain: name },
        notice: domainRestored(context.links, restored),
      };
    },
  });
}

/** The year goes with the restore: its credits return and the expiry is what it was. */
function refuse(
  context: FulfilmentContext,
  { domain: subject, term }: TermWork,
  reason: string,
): Promise<void> {
  return settleDomainJob(context, subject, {
    load: (reader) => loadList(reader, listTerms, { domainId: subject.id }),
    decide({ domain, at }, terms) {
      const { id, workspaceId, name } = domain;
      const fold = requireFold(domain, without(terms, term));
      const dueAt = nextDueAt(domains.changed(domain, fold), context.rules);
      const refused = { workspaceId, name, reason, changeId: context.job.id };
      return {
        change: combine(refundTerm(term, at), {
          rows: [update(domains, { id }, { ...fold, dueAt })],
        }),
        fact: { kind: 'domain.restore_failed', domain: name, reason },
        notice: restoreRefused(context.links, refused),
      };
    },
  });
}

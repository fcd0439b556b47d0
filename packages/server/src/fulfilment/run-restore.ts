/**
 * Restores a deleted domain at the registry; the renewal that was bought with it follows in the same
 * lane. What the registry shows decides: a name that is no longer deleted was restored, whatever
 * became of the reply. After a definite refusal all credits return.
 */

import { loadList } from '@hostmaster/storage';
import { combine } from '../changes/change.ts';
import { convergenceJob } from '../changes/job-kinds.ts';
import { nextDueAt } from '../domains/lifecycle.ts';
import { decisionOf } from '../jobs/job-control.ts';
import { postponeJob } from '../jobs/persist-job.ts';
import { domainRestored, restoreRefused } from '../notices/restore-notices.ts';
import { refundTerm } from '../operations/credits/close-term.ts';
import type { RegistryDomain } from '../registrars/registrar.ts';
import { listTerms } from '../storage/queries/renewal/terms.ts';
import { update } from '../storage/row-write.ts';
import { statement } from '../storage/statements.ts';
import { domains } from '../storage/tables/domains/domains.ts';
import { settleDomainJob } from './domain-job.ts';
import type { FulfilmentContext } from './fulfilment-context.ts';
import { journalAnswer, journalSend } from './journal.ts';
import { reasonToGiveUp } from './repeated-failure.ts';
import { restoredFields } from './restored-fields.ts';
import { requireFold, without } from './settle-term.ts';
import {
  cancelledReason,
  loadTermWork,
  orTooExpensive,
  type TermWork,
  waitForPrice,
} from './term-work.ts';

const gone = 'The registry no longer holds this name for us.';
const tooLate = 'The name can no longer be restored.';

export async function runRestore(context: FulfilmentContext): Promise<void> {
  const work = await loadTermWork(context);
  if (work === null) return;
  const { domain } = work;
  const found = await context.registrar.info(domain.name);
  if (found === null || !found.isOurs) return refuse(context, work, gone);
  if (found.deletion === null) return confirm(context, work, found);
  if (found.deletion.phase === 'final') return refuse(context, work, tooLate);
  const decision = decisionOf(context.job);
  // A restore that lacks its report only has been bought.
  if (decision === 'cancel' && found.deletion.phase === 'redemption') {
    return refuse(context, work, cancelledReason);
  }
  const sends = work.sends.filter(({ command }) => command === 'restore');
  const reason = reasonToGiveUp(sends, await context.calendarNow(context.database));
  if (reason !== null) return refuse(context, work, reason);
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
  if (outcome.kind === 'too-expensive') return waitForPrice(context, work, outcome);
  if (outcome.kind === 'refused') {
    // Also the answer to a step that an earlier send has done.
    const now = await context.registrar.info(domain.name);
    if (now?.isOurs === true && now.deletion === null) return confirm(context, work, now);
    return refuse(context, work, outcome.reason);
  }
  // Another look finds the domain restored, or not decided yet.
  const delayMs = outcome.kind === 'pending' ? outcome.askAfterMs : 0;
  await postponeJob(context, { delayMs, attempts: 0 });
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

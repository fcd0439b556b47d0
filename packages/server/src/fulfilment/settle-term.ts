/**
 * The four ways a term ends. Each is one change with the job's fencing token in it: the term, the
 * money, the domain and the job change together, or nothing does.
 */

import { loadList } from '@hostmaster/storage';
import { isoTime } from '../base/iso-time.ts';
import { combine } from '../changes/change.ts';
import { convergenceJob } from '../changes/job-kinds.ts';
import { nextDueAt } from '../domains/lifecycle.ts';
import { foldTerms } from '../domains/terms.ts';
import {
  autoRenewed,
  registrationFailed,
  registrationSucceeded,
  renewalRefused,
} from '../notices/notices.ts';
import { askRegistrant, loadRegistrantAddress } from '../operations/contacts/ask-registrant.ts';
import { postTerm, refundTerm } from '../operations/credits/close-term.ts';
import { loadOpening, openZone } from '../publication/open-zone.ts';
import { listPaidTerms, listTerms, type PaidTerm } from '../storage/queries/renewal/terms.ts';
import { update } from '../storage/row-write.ts';
import { statement } from '../storage/statements.ts';
import {
  type Domain,
  type DomainWith,
  domains,
  type PremiumPrice,
} from '../storage/tables/domains/domains.ts';
import type { Term } from '../storage/tables/renewal/terms.ts';
import { type DomainSubject, settleDomainJob } from './domain-job.ts';
import type { FulfilmentContext } from './fulfilment-context.ts';
import { loadNewApex, signNewDomain } from './sign-new-domain.ts';

interface TermSettlement {
  readonly domain: DomainSubject;
  readonly term: PaidTerm;
}

export function confirmRegistration(
  context: FulfilmentContext,
  settlement: TermSettlement & {
    readonly domain: DomainWith<'contact'>;
    readonly expiresAt: number;
    readonly sentRevision: number;
  },
): Promise<void> {
  const { domain: subject, term, expiresAt: registryExpiresAt, sentRevision } = settlement;
  return settleDomainJob(context, subject, {
    load: (reader) =>
      Promise.all([
        loadOpening(reader, subject),
        loadRegistrantAddress(reader, subject),
        loadNewApex(context, reader, subject),
      ]),
    decide({ domain, at }, [targets, known, apex], workspaceEmail) {
      const live = domains.changed(domain, { state: 'live', registryExpiresAt });
      const dueAt = nextDueAt(live, context.rules);
      const { id, name } = domain;
      const { expiresAt } = domain.registration;
      const isChanged = domain.registry.desiredRevision !== sentRevision;
      return {
        change: combine(
          { rows: [update(domains, { id }, { state: 'live', registryExpiresAt, dueAt })] },
          postTerm(term, at),
          openZone(live, targets),
          signNewDomain(context, live, { apex, at }),
          askRegistrant({ domain, known, workspaceEmail, at, links: context.links }),
          { jobs: isChanged ? [convergenceJob({ domainId: id })] : [] },
        ),
        fact: {
          kind: 'domain.registered',
          domain: name,
          years: term.years,
          expiresAt: isoTime(expiresAt),
        },
        notice: registrationSucceeded(context.links, { ...subjectOf(domain, term), expiresAt }),
      };
    },
  });
}

/** Refunds in full, frees the name, and cancels the renewals queued behind the registration. */
export function refuseRegistration(
  context: FulfilmentContext,
  settlement: TermSettlement & { readonly reason: string },
): Promise<void> {
  const { domain: subject, term, reason } = settlement;
  return settleDomainJob(context, subject, {
    load: (reader) => loadList(reader, listPaidTerms, { domainId: subject.id }),
    decide({ domain, at }, terms) {
      const { id, name } = domain;
      const pending = terms.filter(({ state }) => state === 'pending');
      return {
        change: combine(...pending.map((each) => refundTerm(each, at)), {
          rows: [
            update(domains, { id }, { state: 'failed', dueAt: null }),
            statement('setEndedAt', { domainId: id, endedAt: at }),
          ],
        }),
        fact: { kind: 'domain.registration_failed', domain: name, reason },
        notice: registrationFailed(context.links, { ...subjectOf(domain, term), reason }),
      };
    },
  });
}

export function confirmRenewal(
  context: FulfilmentContext,
  settlement: TermSettlement & {
    readonly expiresAt: number;
    /** The price of later renewals, where it has risen. */
    readonly premium?: PremiumPrice;
  },
): Promise<void> {
  const { domain: subject, term, expiresAt: registryExpiresAt, premium } = settlement;
  return settleDomainJob(context, subject, {
    load: (reader) => loadList(reader, listTerms, { domainId: subject.id }),
    decide({ domain, at }, terms) {
      const { id, name } = domain;
      const fold = requireFold(domain, terms);
      const { expiresAt } = fold;
      const dueAt = nextDueAt(
        domains.changed(domain, { registryExpiresAt, expiresAt }),
        context.rules,
      );
      const price = premium === undefined ? {} : { premium };
      const set = { registryExpiresAt, ...fold, renewalFailed: false, dueAt, ...price };
      const { amountCents } = term;
      const renewed = { ...subjectOf(domain, term), expiresAt, amountCents };
      return {
        change: combine(postTerm(term, at), {
          rows: [
            update(domains, { id }, set),
            statement('setChangedAt', { domainId: id, changedAt: at }),
          ],
        }),
        fact: {
          kind: 'domain.renewed',
          domain: name,
          years: term.years,
          expiresAt: isoTime(expiresAt),
        },
        ...(term.automatic ? { notice: autoRenewed(context.links, renewed) } : {}),
      };
    },
  });
}

/** Removes and refunds only this renewal's years and credits. */
export function refuseRenewal(
  context: FulfilmentContext,
  settlement: TermSettlement & { readonly reason: string },
): Promise<void> {
  const { domain: subject, term, reason } = settlement;
  return settleDomainJob(context, subject, {
    load: (reader) => loadList(reader, listTerms, { domainId: subject.id }),
    decide({ domain, at }, terms) {
      const { id, name } = domain;
      const { autoRenew } = domain.renewal;
      const fold = requireFold(domain, without(terms, term));
      const { expiresAt } = fold;
      const dueAt = nextDueAt(domains.changed(domain, { expiresAt }), context.rules);
      const set = { ...fold, renewalFailed: true, dueAt };
      return {
        change: combine(refundTerm(term, at), { rows: [update(domains, { id }, set)] }),
        fact: { kind: 'domain.renewal_failed', domain: name, reason },
        notice: renewalRefused(context.links, {
          ...subjectOf(domain, term),
          isAutomatic: term.automatic,
          expiresAt,
          releasedAt: expiresAt + context.rules.graceMs(name),
          now: at,
          reason,
          autoRenew,
        }),
      };
    },
  });
}

/** What every notice about a term names. */
function subjectOf({ workspaceId, name }: Domain, { id: termId }: Term) {
  return { workspaceId, name, termId };
}

/** The terms as they are when one of them is voided. */
export function without(terms: readonly Term[], { id }: Pick<Term, 'id'>): readonly Term[] {
  return terms.filter((term) => term.id !== id);
}

/** The expiry that was sold, and the years bought last. */
export function requireFold({ name }: Pick<Domain, 'name'>, terms: readonly Term[]) {
  const fold = foldTerms(terms);
  if (fold === null) throw new Error(`${name} has no term left.`);
  return fold;
}

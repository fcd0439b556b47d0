/**
 * Ends the row of a name that another registrar sponsors now: it is no longer served, renewed or
 * sold. A fresh `info` must confirm it. More such names in a day than releases are allowed point to
 * a wrong account in the configuration, and wait for a person.
 */
import { dayMs, hourMs, minuteMs } from '@hostmaster/contract/durations';
import type { Change } from '../changes/change.ts';
import type { DomainJob } from '../changes/job-kinds.ts';
import { payloadOf } from '../jobs/job-handler.ts';
import { ended, finishJob, persistJob, postponed } from '../jobs/persist-job.ts';
import { mailTo } from '../notices/new-mail.ts';
import { transferredAway } from '../notices/notices.ts';
import {
  permitsRelease,
  ReleaseGuard,
  releaseDayRows,
  releasesKey,
} from '../operations/domains/release-guard.ts';
import { domainKey } from '../operations/loading.ts';
import { findDomainById, lockDomainById } from '../storage/queries/domains/domains.ts';
import { findPendingTerm } from '../storage/queries/renewal/terms.ts';
import { findPendingTransferOut } from '../storage/queries/transfers/transfers-out.ts';
import { removeAll, update } from '../storage/row-write.ts';
import type { HostmasterReader } from '../storage/schema.ts';
import { statement } from '../storage/statements.ts';
import { domainTags } from '../storage/tables/domains/domain-tags.ts';
import { type Domain, domains } from '../storage/tables/domains/domains.ts';
import { type TransferOut, transfersOut } from '../storage/tables/transfers/transfers-out.ts';
import { jobFact, loadRecipient } from './domain-job.ts';
import type { FulfilmentContext } from './fulfilment-context.ts';

/** How long the zone of a domain that has left is served. */
const servedMs = dayMs;

const tooMany =
  'Unusually many names belong to another registrar. Check the account in HOSTMASTER_EPP_CONFIG; if it is right, allow more with "hostmaster releases confirm".';

export async function endDomain(context: FulfilmentContext): Promise<void> {
  const { domainId } = payloadOf<DomainJob>(context.job);
  const domain = await context.database.first(findDomainById, { id: domainId });
  const found = domain?.state === 'live' ? await context.registrar.info(domain.name) : null;
  if (domain === undefined || found === null || found.isOurs) return finishJob(context);
  const isHeld = await persistJob(context, {
    keys: [domainKey(domain.name), releasesKey],
    owner: domain.workspaceId,
    commit: 'alone',
    load: (reader) => load(reader, context, domain),
    decide(loaded) {
      const { current, day, pendingTerm } = loaded;
      if (current?.state !== 'live') return { answer: false, change: ended(context) };
      if (day !== null && !permitsRelease(day)) {
        const next = { delayMs: hourMs, attempts: 0, attention: tooMany };
        return { answer: true, change: postponed(context, next) };
      }
      // A renewal is under way: it is refused and refunded first.
      if (pendingTerm !== undefined) {
        const change = postponed(context, { delayMs: minuteMs, attempts: 0 });
        return { answer: false, change };
      }
      const change = ended(context, leave(context, { ...loaded, domain: current }));
      return { answer: false, change };
    },
  });
  if (isHeld) context.log.error({ domain: domain.name }, tooMany);
}

type Loaded = Awaited<ReturnType<typeof load>>;

/** A request that was noted before is not compared with the day's limit. */
async function load(
  reader: HostmasterReader,
  { clock, calendarNow }: FulfilmentContext,
  { id, workspaceId }: Domain,
) {
  const [current, request, pendingTerm, at, recipient] = await Promise.all([
    reader.first(lockDomainById, { id }),
    reader.first(findPendingTransferOut, { domainId: id }),
    reader.first(findPendingTerm, { domainId: id }),
    calendarNow(reader),
    loadRecipient(reader, { workspaceId }),
  ]);
  const day = request === undefined ? await new ReleaseGuard(clock).load(reader) : null;
  return { current, request, pendingTerm, at, recipient, day };
}

/** What was asked for before does not count as a release. Resolvers may use the zone for a day. */
function leave(
  context: FulfilmentContext,
  left: Omit<Loaded, 'current'> & { readonly domain: Domain },
): Change {
  const { domain, request, at, recipient, day } = left;
  const { workspaceId, name, id } = domain;
  const zoneUntil = at + servedMs;
  const set = {
    state: 'released',
    visible: false,
    transferredAt: at,
    zoneUntil,
    dueAt: zoneUntil,
    releaseBeganAt: request === undefined ? context.clock.now() : null,
    transferOutUntil: null,
    authCode: null,
    authCodeExpiresAt: null,
  } as const;
  const notice = transferredAway(context.links, { workspaceId, name, domainId: id });
  const fact = { kind: 'domain.transferred_away', domain: name } as const;
  return {
    rows: [
      ...(day === null ? [] : releaseDayRows(day)),
      update(domains, { id, state: 'live' }, set),
      removeAll(domainTags, { domainId: id }),
      ...(request === undefined ? [] : [approvedRow(request)]),
      statement('setEndedAt', { domainId: id, endedAt: at }),
    ],
    mails: [mailTo({ workspaceId, recipient, at, notice })],
    facts: [jobFact(context, domain, { at, fact })],
  };
}

function approvedRow({ id }: TransferOut) {
  return update(transfersOut, { id }, { state: 'approved' });
}

/** What DNSSEC of a domain wants from the registry: DS records, and whether new nameservers wait. */

import { type Change, combine, noChange } from '../changes/change.ts';
import {
  isOfRegistry,
  isTurningOff,
  mayHaveDs,
  nextStep,
  resendMs,
} from '../domains/dnssec-phase.ts';
import { keyWithoutDs } from '../domains/ds-problems.ts';
import type { Fact } from '../facts/fact.ts';
import { enterPhase } from '../publication/dnssec-change.ts';
import type { DelegationSigner } from '../registrars/registrar.ts';
import { findDnssec } from '../storage/queries/domains/domain-dnssec.ts';
import { listZoneKeys } from '../storage/queries/zones/signing.ts';
import { insert, removeAll, update } from '../storage/row-write.ts';
import type { HostmasterReader } from '../storage/schema.ts';
import { dnssecProblems } from '../storage/tables/domains/dnssec-problems.ts';
import {
  type DnssecPhase,
  type DomainDnssec,
  domainDnssec,
} from '../storage/tables/domains/domain-dnssec.ts';
import type { Domain } from '../storage/tables/domains/domains.ts';
import { presentSigner, wantedSigners } from '../zones/delegation-signers.ts';
import { type DomainSubject, jobFact } from './domain-job.ts';
import type { FulfilmentContext } from './fulfilment-context.ts';

export interface DesiredSigners {
  readonly phase: DnssecPhase;
  /** Null: what the registry has stays as it is. */
  readonly signers: readonly DelegationSigner[] | null;
  /** Servers of another operator do not have the signed zone that resolvers may expect. */
  readonly holdsNameservers: boolean;
}

/** Null for a domain without DNSSEC. */
export async function loadDesiredSigners(
  reader: HostmasterReader,
  domain: Pick<Domain, 'id' | 'name'>,
): Promise<DesiredSigners | null> {
  const row = await reader.first(findDnssec, { domainId: domain.id });
  if (row === undefined) return null;
  const { phase, refusal } = row;
  const keys =
    row.foreignDs === null ? await reader.all(listZoneKeys, { domainId: domain.id }) : [];
  return {
    phase,
    // A refused change is sent again when its time has come.
    signers: refusal === null ? wantedSigners(domain.name, row, keys) : null,
    holdsNameservers: isTurningOff(phase) && mayHaveDs(phase),
  };
}

/** A fresh `info` shows these DS records. Expects the domain locked, and its row as it is then. */
export function confirmSigners(
  context: Pick<FulfilmentContext, 'job' | 'rules'>,
  domain: Domain,
  {
    row,
    confirmed,
    at,
  }: {
    readonly row: DomainDnssec | undefined;
    /** What the job has read, and compared with the registry's. */
    readonly confirmed: DesiredSigners | null;
    readonly at: number;
  },
): Change {
  if (row === undefined || confirmed === null || confirmed.signers === null) return noChange;
  if (row.phase !== confirmed.phase) return noChange;
  const { phase, since, isUrgent } = row;
  if (!isOfRegistry(phase)) return noChange;
  if (context.rules.parentResolvers.length > 0) return askParent(domain, row, at);
  const rest = {
    signing: domain.zone.signing,
    isResigning: false,
    serversBehind: [],
    dsConfirmedAt: null,
    isParentSilent: false,
    hasForeignKeys: false,
    delegation: 'here',
  } as const;
  const step = nextStep({ phase, since, now: at, isUrgent, ...rest, isDsConfirmed: true });
  if (step.kind !== 'enter') return noChange;
  const entered = enterPhase(domain, step.phase, { now: at });
  if (step.phase !== 'on') return entered;
  const fact: Fact = {
    kind: 'dnssec.on',
    domain: domain.name,
    ds: confirmed.signers.map(presentSigner),
  };
  return combine(entered, { facts: [jobFact(context, domain, { at, fact })] });
}

/**
 * From now on the zone of the registry is asked for them (lifecycle/watch-parent.ts), and the registry is compared
 * again every day.
 */
function askParent({ id: domainId }: Domain, row: DomainDnssec, at: number): Change {
  if (row.dsConfirmedAt !== null) return noChange;
  const set = { dsConfirmedAt: at, checkAt: 0, dueAt: at + resendMs };
  return { rows: [update(domainDnssec, { domainId }, set)] };
}

/** The step stays where it is, says why, and is tried again later. */
export function noteRefusedSigners(
  context: Pick<FulfilmentContext, 'job' | 'clock'>,
  domain: DomainSubject,
  {
    reason,
    at,
    isAdding,
    row,
  }: {
    readonly reason: string;
    readonly at: number;
    readonly isAdding: boolean;
    readonly row: DomainDnssec | undefined;
  },
): Change {
  const { id: domainId, name, workspaceId } = domain;
  const { kind, detail } = keyWithoutDs(reason);
  const problem = { domainId, kind, workspaceId, detail, since: context.clock.now() };
  const fact = { kind: 'dnssec.ds_refused', domain: name, reason } as const;
  // The registry no longer shows what it has confirmed, so its zone is not asked for it.
  const isLost = row !== undefined && row.dsConfirmedAt !== null;
  const unconfirmed = isLost ? { dsConfirmedAt: null, parentUnanswered: null, checkAt: null } : {};
  const set = { refusal: reason, dueAt: at + resendMs, ...unconfirmed };
  return {
    rows: [
      update(domainDnssec, { domainId }, set),
      removeAll(dnssecProblems, { domainId, kind }),
      ...(isAdding ? [insert(dnssecProblems, problem)] : []),
    ],
    facts: [jobFact(context, domain, { at, fact })],
  };
}

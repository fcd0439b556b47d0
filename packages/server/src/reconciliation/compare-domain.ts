/** Compares a row with the registry's object: describes each difference and its repair. Pure. */
import { dayMs } from '@hostmaster/contract/durations';
import { expiryToleranceMs } from '../domains/lifecycle.ts';
import {
  type DesiredChanges,
  type DesiredExtras,
  desiredChanges,
} from '../fulfilment/desired-state.ts';
import type { RegistrarCapabilities, RegistryDomain } from '../registrars/registrar.ts';
import type { Domain } from '../storage/tables/domains/domains.ts';

export interface RegistryDifference {
  readonly name: string;
  readonly kind: DifferenceKind;
  readonly explanation: string;
  /** `end` ends the row of a name that is gone, `release` notes that it is deleted, `follow` the request of another registrar. An operator decides on the rest, which costs money. */
  readonly repair: 'converge' | 'note-date' | 'end' | 'release' | 'follow' | 'none';
}

export type DifferenceKind =
  | 'no-object'
  | 'not-ours'
  | 'transfer-requested'
  | 'transfer-ended'
  | 'being-deleted'
  | 'on-hold'
  | 'registry-behind'
  | 'registry-ahead'
  | 'expiry-noted'
  | 'nameservers'
  | 'privacy'
  | 'transfer-lock'
  | 'client-hold'
  | 'ds'
  | 'object-without-row'
  | 'undecided'
  | 'job'
  | 'no-answer';

/** A live row. Others are compared by `withoutRow`, or not at all while a job works on them. */
export function compareDomain(
  row: Domain,
  found: RegistryDomain | null,
  capabilities: RegistrarCapabilities,
  extras: DesiredExtras = {},
): readonly RegistryDifference[] {
  const difference = describer(row.name);
  if (found === null) {
    return [difference('no-object', 'We hold a live row; the registry has no such object.')];
  }
  if (!found.isOurs) {
    return [
      difference(
        'not-ours',
        'We hold a live row; the registry says another registrar sponsors the name. It was transferred away.',
        'end',
      ),
    ];
  }
  if (found.pending === 'transfer') return transferOf(row, difference);
  return [
    ...(row.transferOut.transferOutUntil === null ? [] : [transferEnded(difference)]),
    ...statusOf(row, found, difference, extras),
    ...datesOf(row, found, difference, capabilities),
    ...promisesOf(row, found, difference, capabilities),
    ...settingsOf(found, desiredChanges(row, found, capabilities, extras), difference),
  ];
}

/** Nothing else about the domain can be changed meanwhile. */
function transferOf(row: Domain, difference: Describe): RegistryDifference[] {
  if (row.transferOut.transferOutUntil !== null) return [];
  const explanation = 'Another registrar has asked for the domain. Its owner can deny that.';
  return [difference('transfer-requested', explanation, 'follow')];
}

function transferEnded(difference: Describe): RegistryDifference {
  const explanation = 'The request of another registrar has ended, and the domain stays.';
  return difference('transfer-ended', explanation, 'follow');
}

/** A registry object that has no live row in our store. The operator keeps paying for it. */
export function withoutRow(found: RegistryDomain, because: string): RegistryDifference {
  return describer(found.name)(
    'object-without-row',
    `The registry holds the name for us until ${found.expiresAt === null ? 'an unknown day' : day(found.expiresAt)}, and no live row does: ${because}. Delete it there, or register it here and settle the price by hand.`,
  );
}

/** The registry accepted a registration long ago: the credits stay held until it decides. */
export function undecided(row: Domain, acceptedAt: number): RegistryDifference {
  return describer(row.name)(
    'undecided',
    `The registry accepted the registration on ${day(acceptedAt)} and has not decided: contact the registry. The credits stay held.`,
  );
}

/** A job that does not come to its end. */
export function stuckJob(job: {
  readonly id: string;
  readonly kind: string;
  readonly domainName: string | null;
  readonly attention: string | null;
}): RegistryDifference {
  return describer(job.domainName ?? job.id)(
    'job',
    `The job ${job.id} (${job.kind}) needs a look: ${job.attention ?? 'it failed'} See "hostmaster jobs show ${job.id}".`,
  );
}

/** The registry did not answer, so the state of the domain is unknown. */
export function unanswered(name: string, error: unknown): RegistryDifference {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  const why = cause instanceof Error ? cause.message : String(cause);
  return describer(name)('no-answer', `The registry did not answer (${why}).`);
}

type Describe = (
  kind: DifferenceKind,
  explanation: string,
  repair?: RegistryDifference['repair'],
) => RegistryDifference;

function describer(name: string): Describe {
  return (kind, explanation, repair = 'none') => ({ name, kind, explanation, repair });
}

function statusOf(
  row: Domain,
  found: RegistryDomain,
  difference: Describe,
  { hold }: DesiredExtras,
): RegistryDifference[] {
  if (row.state === 'live' && found.pending === 'delete') {
    if (found.deletion !== null) {
      const explanation =
        'The registry has deleted a live domain. Its owner can restore it for a time.';
      return [difference('being-deleted', explanation, 'release')];
    }
    return [
      difference('being-deleted', 'The registry is deleting a live domain: restore it there now.'),
    ];
  }
  // A client hold that an operator has set or lifted here is desired state.
  return found.serverHold || (found.clientHold && hold === undefined)
    ? [difference('on-hold', 'The registry has taken the name out of the DNS (hold).')]
    : [];
}

function datesOf(
  row: Domain,
  found: RegistryDomain,
  difference: Describe,
  capabilities: RegistrarCapabilities,
): RegistryDifference[] {
  const differences: RegistryDifference[] = [];
  const { expiresAt } = found;
  // A date that is not shown contradicts nothing.
  if (expiresAt === null) return [];
  if (row.registry.registryExpiresAt !== expiresAt) {
    const kept =
      row.registry.registryExpiresAt === null ? 'no date' : day(row.registry.registryExpiresAt);
    differences.push(
      difference(
        'expiry-noted',
        `The registry's date is ${day(expiresAt)}, we had noted ${kept}. What the customer was promised stays ${day(row.registration.expiresAt)}.`,
        'note-date',
      ),
    );
  }
  const gapMs = row.registration.expiresAt - expiresAt;
  if (gapMs > expiryToleranceMs) {
    const remedy =
      capabilities.autoRenewGraceMs === null
        ? 'A renewal that is under way or waits for a decision adds the missing time; without one it is bought before the registry’s date, at our expense.'
        : 'The registry renews automatically, so the name is not lost.';
    differences.push(
      difference(
        'registry-behind',
        `We sold the name until ${day(row.registration.expiresAt)}; the registry holds the name until ${day(expiresAt)}. ${remedy}`,
      ),
    );
  }
  if (gapMs < -aheadToleranceMs) {
    differences.push(
      difference(
        'registry-ahead',
        `The registry holds the name until ${day(expiresAt)}, the customer paid until ${day(row.registration.expiresAt)}. The extra time is not passed on; the next renewal uses it.`,
      ),
    );
  }
  return differences;
}

const aheadToleranceMs = 30 * dayMs;

function promisesOf(
  row: Domain,
  found: RegistryDomain,
  difference: Describe,
  capabilities: RegistrarCapabilities,
): RegistryDifference[] {
  if (!row.owner.privacyEnabled || (capabilities.privacy && found.isDisclosed !== true)) return [];
  const why = capabilities.privacy
    ? 'it ignores that it was asked to hide it. Ask the registry, or set privacy.by in its configuration.'
    : 'its configuration has no way to hide it.';
  return [
    difference(
      'privacy',
      `The customer chose privacy, and the registry shows the registrant: ${why}`,
    ),
  ];
}

function settingsOf(
  found: RegistryDomain,
  wanted: DesiredChanges,
  difference: Describe,
): RegistryDifference[] {
  const differences: RegistryDifference[] = [];
  if (wanted.nameservers !== undefined) {
    differences.push(
      difference(
        'nameservers',
        `The registry delegates to ${list(found.nameservers)}, the customer chose ${list(wanted.nameservers)}, or other addresses for those inside the name.`,
        'converge',
      ),
    );
  }
  if (wanted.privacyEnabled !== undefined) {
    const shown = wanted.privacyEnabled ? 'shows' : 'hides';
    differences.push(
      difference(
        'privacy',
        `The registry ${shown} the registrant; the customer chose the opposite.`,
        'converge',
      ),
    );
  }
  if (wanted.transferLocked !== undefined) {
    const state = wanted.transferLocked ? 'unlocked' : 'locked';
    differences.push(
      difference(
        'transfer-lock',
        `The name is ${state} at the registry and should not be.`,
        'converge',
      ),
    );
  }
  if (wanted.dnssec !== undefined) {
    const explanation =
      'The registry has other DS records than DNSSEC of the domain needs in its phase.';
    differences.push(difference('ds', explanation, 'converge'));
  }
  if (wanted.clientHold !== undefined) {
    differences.push(
      difference(
        'client-hold',
        wanted.clientHold
          ? 'An operator put the name on hold; the registry has no such status (clientHold).'
          : 'An operator lifted the hold; the registry still has it (clientHold).',
        'converge',
      ),
    );
  }
  return differences;
}

function list(names: readonly string[]): string {
  return names.length === 0 ? 'nothing' : names.join(', ');
}

function day(at: number): string {
  return new Date(at).toISOString().slice(0, 10);
}

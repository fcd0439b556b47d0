/** The status of a domain in the words of RDAP (RFC 8056), with those of EPP that WHOIS uses. */
import type { DomainFacts } from './domain-facts.ts';

/** The words of EPP by those of RDAP. */
export const eppWords = {
  active: 'ok',
  inactive: 'inactive',
  'client hold': 'clientHold',
  'client transfer prohibited': 'clientTransferProhibited',
  'pending transfer': 'pendingTransfer',
  'pending delete': 'pendingDelete',
  'redemption period': 'redemptionPeriod',
  'pending restore': 'pendingRestore',
} as const;

export type DomainStatusWord = keyof typeof eppWords;

/**
 * `active` is never combined, a pending transfer never with its prohibition (RFC 5731), and a redemption
 * period or a pending restore, which follows it, only with the pending deletion (RFC 3915).
 */
export function domainStatuses(
  facts: Pick<
    DomainFacts,
    'state' | 'release' | 'isRestoring' | 'isLeaving' | 'transferOut' | 'isHeld' | 'zone'
  >,
): readonly DomainStatusWord[] {
  if (facts.state === 'releasing') {
    if (facts.isRestoring) return ['pending delete', 'pending restore'];
    const { deletedAt, redemptionUntil } = facts.release;
    const isRestorable = deletedAt !== null && redemptionUntil !== null;
    return isRestorable ? ['pending delete', 'redemption period'] : ['pending delete'];
  }
  const words: DomainStatusWord[] = [];
  if (facts.zone.nameservers.length === 0) words.push('inactive');
  if (facts.isHeld) words.push('client hold');
  if (facts.isLeaving) words.push('pending transfer');
  else if (facts.transferOut.transferLocked) words.push('client transfer prohibited');
  return words.length === 0 ? ['active'] : words;
}

/**
 * Whether an object at the registry came from our own create, after its reply was lost. A wrong "no"
 * refunds a name that the registry bills us for, so a missing field proves nothing, and "no" needs
 * proof as much as "yes" does. Pure.
 */
import { dayMs, minuteMs } from '@hostmaster/contract/durations';
import type { RegistryDomain } from './registrar.ts';

export interface Creation {
  readonly owner: string;
  /** Sent with every attempt. */
  readonly authCode: string | null;
  /** Calendar time of the first attempt. */
  readonly firstSentAt: number;
}

/** `undecided`: a person has to look; the credits stay held. */
export type CreationVerdict = 'ours' | 'not-ours' | 'undecided';

/** The registry's clock may be behind ours by this much. */
const clockToleranceMs = 5 * minuteMs;
/** An object that is older than the first attempt by this much is not a matter of clocks. */
const olderMs = dayMs;

export function assessCreation(
  found: Pick<
    RegistryDomain,
    'isOurs' | 'pending' | 'authCode' | 'createdAt' | 'createdByUs' | 'registrantOwner'
  >,
  { owner, authCode, firstSentAt }: Creation,
): CreationVerdict {
  // An object that is being deleted belongs to an earlier registration of ours.
  if (!found.isOurs || found.pending === 'delete') return 'not-ours';
  // Random, and journaled before the first send.
  if (found.authCode !== null && found.authCode === authCode) return 'ours';
  if (found.createdByUs === false) return 'not-ours';
  if (found.createdAt === null) return 'undecided';
  if (found.createdAt < firstSentAt - olderMs) return 'not-ours';
  // Another code is no proof against us: some registries mask it, or choose their own.
  const isCodeUnknown = found.authCode === null || authCode === null;
  const isNewEnough = found.createdAt >= firstSentAt - clockToleranceMs;
  return isCodeUnknown && isNewEnough && isOurRegistrant(found, owner) ? 'ours' : 'undecided';
}

/** Owners share the contact of a privacy service. Without contacts the creator is the proof. */
function isOurRegistrant(
  { registrantOwner, createdByUs }: Pick<RegistryDomain, 'registrantOwner' | 'createdByUs'>,
  owner: string,
): boolean {
  if (registrantOwner === 'unknown') return false;
  if (registrantOwner === null) return createdByUs === true;
  return registrantOwner.id === owner || registrantOwner.id === sharedOwner;
}

/** Owner of contacts that stand for every owner, such as that of a privacy service. */
export const sharedOwner = '';

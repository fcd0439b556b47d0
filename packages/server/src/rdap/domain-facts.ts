/** What is stored about a domain that the public may ask for. */
import type { DelegationSigner } from '../registrars/registrar.ts';
import type { DomainWith } from '../storage/tables/domains/domains.ts';

/** Times are calendar milliseconds. */
export interface DomainFacts
  extends DomainWith<
    | 'name'
    | 'privacyEnabled'
    | 'transferLocked'
    | 'nameservers'
    | 'contact'
    | 'createdAt'
    | 'expiresAt'
    | 'registryExpiresAt'
    | 'deletedAt'
    | 'redemptionUntil'
  > {
  readonly state: 'live' | 'releasing';
  /** A restore was ordered, and the registry has not confirmed or refused it. */
  readonly isRestoring: boolean;
  /** On hold. */
  readonly isHeld: boolean;
  /** Another registrar has asked for it. */
  readonly isLeaving: boolean;
  /** When the registry confirmed the last change; null when it was never changed. */
  readonly changedAt: number | null;
  /** When it came from another registrar. */
  readonly transferredAt: number | null;
  /** Addresses of the nameservers inside the domain. */
  readonly glue: Readonly<Record<string, readonly string[]>>;
  /** DS records that the registry has, or is given by a job. */
  readonly signers: readonly DelegationSigner[];
}

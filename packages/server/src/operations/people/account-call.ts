/**
 * What operations on accounts take. They hash passwords and count attempts before and after their
 * change, so they persist it themselves.
 */

import type { Upstream } from '../../base/dns/ask-resolvers.ts';
import type { ChangeWork } from '../../changes/persist.ts';
import type { HostmasterDatabase } from '../../storage/schema.ts';
import type { Origin } from '../../storage/tables/events/activity.ts';
import type { IdentityProvider } from '../../users/identity-provider.ts';
import type { PasswordHasher } from '../../users/passwords.ts';
import type { ActiveSession, SessionLimits } from '../../users/sessions.ts';
import type { Throttle } from '../../users/throttle.ts';
import type { OperationServices } from '../operation.ts';

/** The parts of the running service that operations on accounts use. */
export interface AccountServices {
  readonly database: HostmasterDatabase;
  readonly operations: OperationServices;
  readonly mode: 'sandbox' | 'production';
  /** Begins the links in mails. */
  readonly publicUrl: string;
  readonly passwords: PasswordHasher;
  readonly throttle: Throttle;
  readonly isSignUpOpen: boolean;
  readonly sessionLimits: SessionLimits;
  /** From when every account needs a second factor (calendar time); null where workspaces decide. */
  readonly secondFactorFrom: number | null;
  /** In the order of the configuration. */
  readonly identityProviders: readonly IdentityProvider[];
  /** Whom to ask whether a mail domain is bound to a provider. */
  readonly upstream: Upstream;
}

/** By any visitor, signed in or not. */
export interface VisitorCall {
  readonly services: AccountServices;
  /** Machine time. */
  readonly now: number;
  /** The client's IP address. */
  readonly address: string;
  readonly userAgent: string;
  /** Null when the browser sent no cookie. */
  readonly cookieValue: string | null;
  /** Where the page was opened that sent the request; null for reads. */
  readonly origin: string | null;
  /** Identifies the browser beyond its sessions; null when it has never signed in. */
  readonly deviceValue: string | null;
  readonly session: ActiveSession | null;
  persist<Loaded, Answer>(work: ChangeWork<Loaded, Answer>): Promise<Answer>;
}

/** By a user who is signed in. */
export interface AccountCall extends VisitorCall {
  readonly accountId: string;
  readonly sessionId: string;
}

/** From where the call comes, for the activity. */
export function originOf({ address, session }: Pick<VisitorCall, 'address' | 'session'>): Origin {
  return session === null ? { address } : { address, proof: session.proof };
}

/** What a change of an account says besides its steps; the subject is its id or address. */
export function ofAccount(
  subject: string,
): Pick<ChangeWork<unknown, unknown>, 'keys' | 'owner' | 'commit'> {
  return { keys: [`account ${subject}`], owner: '', commit: 'shared' };
}

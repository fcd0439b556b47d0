/**
 * What operations on accounts take. They hash passwords and count attempts before and after their
 * transaction, so they get `transact` instead of a transaction.
 */
import type { PasswordHasher } from '../../accounts/passwords.ts';
import type { ActiveSession } from '../../accounts/sessions.ts';
import type { Throttle } from '../../accounts/throttle.ts';
import type { HostmasterDatabase, HostmasterTx } from '../../storage/schema.ts';
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
}

/** By any visitor, signed in or not. */
export interface VisitorCall {
  readonly services: AccountServices;
  /** Machine time. */
  readonly now: number;
  /** The client's IP address. */
  readonly address: string;
  readonly userAgent: string;
  /** Identifies the browser beyond its sessions; null when it has never signed in. */
  readonly deviceValue: string | null;
  readonly session: ActiveSession | null;
  /** One transaction. */
  transact<T>(work: (tx: HostmasterTx) => Promise<T>): Promise<T>;
}

/** By a user who is signed in. */
export interface AccountCall extends VisitorCall {
  readonly accountId: string;
  readonly sessionId: string;
}

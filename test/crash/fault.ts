/** A fault that a server process applies to itself for a test, and the mark that it leaves. */
import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TestPlace } from '@hostmaster/test-rig/engines';

export type FaultPoint =
  /** The lease has just been checked; nothing has left yet. */
  | 'before-send'
  /** The registry has committed, we have recorded nothing. */
  | 'after-registry'
  /** Everything is written and COMMIT not yet sent. */
  | 'before-commit'
  /** Our commit is durable, the reply not yet on its way. */
  | 'after-commit'
  /** SQLite only: around the COMMIT that several transactions share. */
  | 'before-shared-commit'
  | 'during-shared-commit'
  | 'after-shared-commit';

export type FaultSubject =
  | 'register'
  | 'renew'
  | 'record'
  | 'transfer'
  | 'cancel-transfer'
  | 'top-up'
  | 'checkout'
  | 'payment'
  /** Another registrar asks for a domain, its owner answers, the domain leaves. */
  | 'asked'
  | 'answer'
  | 'left'
  /** A request to a webhook is journaled; what came of it is. */
  | 'delivery'
  | 'delivered'
  /** A domain of a bulk operation is planned; the operation ends. */
  | 'bulk-plan'
  | 'bulk-end'
  /** The encryption of contacts begins; a page of them is encrypted. */
  | 'sealing'
  | 'sealed-page'
  /** A workspace or an account is deleted; an entry about the person is erased; all of them are. */
  | 'workspace-deleted'
  | 'account-deleted'
  | 'erasure'
  | 'erasure-end'
  /** A domain enters a phase of DNSSEC, which is the name; its zone gets to a state of signing. */
  | 'dnssec-phase'
  | 'signing'
  /** The registry gets nameservers or DS records. */
  | 'delegation';

export interface Fault {
  readonly point: FaultPoint;
  /** Which command or request; any for shared commits. */
  readonly subject?: FaultSubject;
  /** Applied when the command is about this name, or the change is to this; about any when absent. */
  readonly name?: string;
  /** For shared commits: applied when at least this many members share one. */
  readonly membersMin?: number;
  readonly signal: 'SIGKILL' | 'SIGSTOP';
}

export const leaseVariable = 'HOSTMASTER_TEST_LEASE_MS';
/** Delay before the service asks Stripe about a payment without a webhook. */
export const askVariable = 'HOSTMASTER_TEST_ASK_MS';
export const markVariable = 'HOSTMASTER_TEST_MARK';
/** A fault as JSON that is armed from the start, before any job runs. */
export const faultVariable = 'HOSTMASTER_TEST_FAULT';

export function markFile(place: TestPlace): string {
  return join(place.dataDir, 'marks');
}

/** Written synchronously: it is in the file before the process can be gone. */
export function leaveMark(file: string, mark: string): void {
  appendFileSync(file, `${mark}\n`);
}

export function readMarks(place: TestPlace): readonly string[] {
  const file = markFile(place);
  if (!existsSync(file)) return [];
  return readFileSync(file, 'utf8').split('\n').slice(0, -1);
}

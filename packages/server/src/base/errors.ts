/**
 * Expected refusals. Each is thrown where it is found and carries a code of the contract;
 * only http/error-response.ts turns codes into statuses.
 */
import type { ErrorCode } from '@hostmaster/contract';
import { formatCredits } from './money.ts';

export interface FieldProblem {
  readonly path: string;
  readonly message: string;
}

export class Refusal extends Error {
  override readonly name: string = 'Refusal';
  readonly code: ErrorCode;
  /** The fields to blame; empty when none is. */
  readonly fields: readonly FieldProblem[];
  /** When trying again makes sense; null when waiting does not help. */
  readonly retryAfterSeconds: number | null;

  constructor(
    code: ErrorCode,
    message: string,
    options: ErrorOptions & {
      readonly fields?: readonly FieldProblem[];
      readonly retryAfterSeconds?: number;
    } = {},
  ) {
    super(message, options);
    this.code = code;
    this.fields = options.fields ?? [];
    this.retryAfterSeconds = options.retryAfterSeconds ?? null;
  }
}

/** Fields are missing or wrong; the message names the first and says what is expected. */
export function invalidRequest(...fields: readonly [FieldProblem, ...FieldProblem[]]): Refusal {
  return new Refusal('invalid_request', `${fields[0].path}: ${fields[0].message}`, { fields });
}

export class InsufficientCredits extends Refusal {
  override readonly name = 'InsufficientCredits';
  readonly requiredCents: number;
  readonly balanceCents: number;

  constructor(amounts: { requiredCents: number; balanceCents: number }) {
    super('insufficient_credits', 'Not enough credits. Top up in the dashboard and try again.');
    this.requiredCents = amounts.requiredCents;
    this.balanceCents = amounts.balanceCents;
  }
}

/** The key or the member may not spend so much this month. */
export class SpendingCapReached extends Refusal {
  override readonly name = 'SpendingCapReached';
  readonly requiredCents: number;
  readonly remainingCents: number;

  constructor(
    whose: 'key' | 'member',
    amounts: { requiredCents: number; capCents: number; remainingCents: number },
  ) {
    const subject = whose === 'key' ? 'This API key' : 'This member';
    const [cap, left] = [amounts.capCents, amounts.remainingCents].map(formatCredits);
    super(
      'spending_cap',
      `${subject} may spend ${cap} credits a month, of which ${left} are left. Owners and admins change spending caps in the dashboard.`,
    );
    this.requiredCents = amounts.requiredCents;
    this.remainingCents = amounts.remainingCents;
  }
}

/** The price is higher than the caller agreed to. */
export class PriceChanged extends Refusal {
  override readonly name = 'PriceChanged';
  readonly requiredCents: number;

  constructor(requiredCents: number) {
    super(
      'price_changed',
      'The price is higher than maxCredits. Confirm the current price and send it again.',
    );
    this.requiredCents = requiredCents;
  }
}

/** What the caller wants to change is not as it expects. */
export class PreconditionFailed extends Refusal {
  override readonly name = 'PreconditionFailed';
  /** The entity tag of what is there now. */
  readonly version: string;

  constructor(version: string) {
    super(
      'precondition_failed',
      'This was changed in the meantime. Read it again and decide whether to repeat the change.',
    );
    this.version = version;
  }
}

/** `limit` completes "At most …", such as "500 records at one name". */
export function quotaExceeded(limit: string, advice: string): Refusal {
  return new Refusal('quota_exceeded', `Limit reached: at most ${limit}. ${advice}`);
}

/** The store cannot be read or written (disk full, connection lost). */
export class StorageUnavailable extends Refusal {
  override readonly name: string = 'StorageUnavailable';

  constructor(
    cause: unknown,
    message = 'Storage is not available right now. Nothing was changed.',
  ) {
    super('storage_unavailable', message, { cause });
  }
}

/** The connection was lost after COMMIT was sent: the change may or may not be stored. */
export class StorageOutcomeUnknown extends StorageUnavailable {
  override readonly name = 'StorageOutcomeUnknown';

  constructor(cause: unknown) {
    super(
      cause,
      'It is unknown whether this change was saved. Check before you retry, or retry with the same Idempotency-Key.',
    );
  }
}

export function domainNotFound(): Refusal {
  return new Refusal('domain_not_found', 'No such domain in this workspace.');
}

export function recordNotFound(): Refusal {
  return new Refusal('record_not_found', 'No such record on this domain.');
}

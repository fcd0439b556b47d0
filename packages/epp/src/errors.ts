/**
 * The error model. A caller that spends money must distinguish three cases: the server answered
 * with a code, nothing was sent, or the outcome is unknown. Every rejection is one of them.
 */

/** Why certainly no byte of the command was written. */
export const notSentReasons = [
  'invalid', // the request breaks the schema
  'unsupported', // the server did not announce the service the command needs
  'connect', // no TCP or TLS connection
  'greeting', // connected, but no usable greeting came
  'login', // the login was refused or never answered
  'session-busy', // a command is already in flight on this session
  'session-closed', // the session ended before the write
  'queue-timeout', // every session stayed busy until the deadline
  'abandoned', // the caller no longer needs the answer
  'pool-closed', // the pool was closed
  'before-send', // the caller's own hook refused
] as const;
export type NotSentReason = (typeof notSentReasons)[number];

/** Why a command that may have reached the server has no valid reply. */
export const outcomeUnknownReasons = ['timeout', 'closed', 'bad-reply', 'wrong-cltrid'] as const;
export type OutcomeUnknownReason = (typeof outcomeUnknownReasons)[number];

/** The frame may have been received and executed. Ask the registry; never assume either way. */
export class EppOutcomeUnknownError extends Error {
  override readonly name = 'EppOutcomeUnknownError';
  readonly reason: OutcomeUnknownReason;
  readonly clTRID: string;

  constructor(input: { reason: OutcomeUnknownReason; clTRID: string; cause?: unknown }) {
    super(
      `No valid reply to EPP command ${input.clTRID} (${input.reason}): its outcome is unknown`,
      {
        cause: input.cause,
      },
    );
    this.reason = input.reason;
    this.clTRID = input.clTRID;
  }
}

/** Certainly nothing of this command was sent. */
export class EppNotSentError extends Error {
  override readonly name: string = 'EppNotSentError';
  readonly reason: NotSentReason;

  constructor(input: { reason: NotSentReason; message: string; cause?: unknown }) {
    super(input.message, { cause: input.cause });
    this.reason = input.reason;
  }
}

/** A value the schemas forbid, found while encoding. Repeating the same request cannot help. */
export class EppValueError extends EppNotSentError {
  override readonly name = 'EppValueError';
  readonly field: string;

  constructor(input: { field: string; problem: string }) {
    super({ reason: 'invalid', message: `${input.field} ${input.problem}` });
    this.field = input.field;
  }
}

/** What arrived is not the XML or the element structure EPP prescribes; `code` is the result code for it. */
export class EppSyntaxError extends Error {
  override readonly name = 'EppSyntaxError';
  readonly code: number;

  constructor(message: string, code = 2001) {
    super(message);
    this.code = code;
  }
}

/** For optional parts of a reply: undefined when they are malformed. */
export function unlessMalformed<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch (error) {
    if (error instanceof EppSyntaxError) return undefined;
    throw error;
  }
}

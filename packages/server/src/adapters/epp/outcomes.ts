/**
 * Maps EPP errors to the registrar port. The three error classes of @hostmaster/epp decide whether
 * the command may have been carried out.
 */
import {
  type CommandCodec,
  EppNotSentError,
  EppOutcomeUnknownError,
  type EppReply,
  EppResultError,
  type PoolSendOptions,
} from '@hostmaster/epp';
import { type Asker, OutcomeUnknown, RegistryUnavailable } from '../../registrars/registrar.ts';
import type { OutsidePool } from './outside-pool.ts';

/** Answers to `info` that say that no such object exists. */
export const absentCodes: ReadonlySet<number> = new Set([2303, 2005]);

/** The registry definitely refused. */
export class Refused extends Error {
  override readonly name = 'Refused';
  readonly code: number;

  constructor(code: number, reason: string) {
    super(reason);
    this.code = code;
  }
}

/**
 * Definite errors that are not about the name: the session was not usable (2002, 2200), or our
 * account at the registry lacks funds (2104). Nothing was changed, and a retry may succeed.
 */
const notAboutTheName: ReadonlySet<number> = new Set([2002, 2104, 2200]);

/**
 * A query or an idempotent step: an unknown outcome counts as a missing answer. Without an asker it
 * belongs to a job, and is queued like a command.
 */
export async function ask<Request, Result>(
  pool: OutsidePool,
  codec: CommandCodec<Request, Result>,
  request: Request,
  asker?: Asker,
): Promise<EppReply<Result>> {
  try {
    return await pool.send(
      codec,
      request,
      asker === undefined ? {} : { question: questionOf(asker) },
    );
  } catch (error) {
    if (error instanceof EppOutcomeUnknownError) throw new RegistryUnavailable(error);
    if (error instanceof EppResultError && !error.definite) throw new RegistryUnavailable(error);
    throw translate(error);
  }
}

/**
 * A command that must not be repeated. Throws Refused, RegistryUnavailable, OutcomeUnknown, or the
 * hook's own error.
 */
export async function send<Request, Result>(
  pool: OutsidePool,
  codec: CommandCodec<Request, Result>,
  request: Request,
  options: PoolSendOptions,
): Promise<EppReply<Result>> {
  try {
    return await pool.send(codec, request, options);
  } catch (error) {
    throw translate(error);
  }
}

function questionOf({ id, purpose, signal }: Asker): NonNullable<PoolSendOptions['question']> {
  return {
    tenant: id,
    isUrgent: purpose === 'registration',
    ...(signal === undefined ? {} : { signal }),
  };
}

function translate(error: unknown): unknown {
  if (error instanceof EppOutcomeUnknownError) {
    return new OutcomeUnknown(error.message, { cause: error });
  }
  if (error instanceof EppResultError) {
    if (!error.definite) {
      const answer = `${error.reason} (${error.code})`;
      return new OutcomeUnknown(error.message, { cause: error, answer });
    }
    return notAboutTheName.has(error.code)
      ? new RegistryUnavailable(error)
      : new Refused(error.code, `${error.reason} (${error.code})`);
  }
  if (error instanceof EppNotSentError) {
    if (error.reason === 'before-send') return error.cause;
    // A request that violates the schema or is unsupported would fail on every retry.
    if (error.reason === 'invalid') return new Refused(2005, error.message);
    if (error.reason === 'unsupported') return new Refused(2101, error.message);
    return new RegistryUnavailable(error);
  }
  return error;
}

/**
 * When a pool may try to connect again: after a failure it waits longer each time, and after refused
 * sign-ins until the credentials have changed.
 */
import { EppNotSentError } from '../errors.ts';
import { backoffMs } from './backoff.ts';
import type { PoolLimits, PoolOptions } from './pool-options.ts';
import type { ResolvedOptions } from './session-options.ts';
import { type Credentials, SignInGuard } from './sign-in-guard.ts';

export class ConnectAttempts {
  readonly #signIn: SignInGuard;
  readonly #limits: Pick<PoolLimits, 'backoff' | 'random'>;
  readonly #session: Pick<ResolvedOptions, 'timers' | 'log'>;
  #failures = 0;
  #lastFailure: EppNotSentError | undefined;
  #nextAtMs = Number.NEGATIVE_INFINITY;

  constructor(options: {
    readonly credentials: PoolOptions['credentials'];
    readonly limits: Pick<PoolLimits, 'backoff' | 'random'>;
    readonly session: Pick<ResolvedOptions, 'timers' | 'log'>;
  }) {
    this.#signIn = new SignInGuard(options.credentials, options.session.timers);
    this.#limits = options.limits;
    this.#session = options.session;
  }

  /** What the next sign-in uses. */
  get credentials(): Credentials {
    return this.#signIn.credentials;
  }

  /** Since the last attempt that worked. */
  get failures(): number {
    return this.#failures;
  }

  get lastFailure(): EppNotSentError | undefined {
    return this.#lastFailure;
  }

  /** How long to wait before the next attempt; Infinity while the credentials are refused. */
  get waitMs(): number {
    if (this.#signIn.isStopped) return Number.POSITIVE_INFINITY;
    return this.#nextAtMs - this.#session.timers.nowMs();
  }

  succeeded(): void {
    this.#failures = 0;
    this.#lastFailure = undefined;
    this.#nextAtMs = Number.NEGATIVE_INFINITY;
    this.#signIn.accepted();
  }

  failed(error: unknown, used: Credentials): void {
    const failure =
      error instanceof EppNotSentError
        ? error
        : new EppNotSentError({
            reason: 'connect',
            message: 'connecting failed unexpectedly',
            cause: error,
          });
    this.#lastFailure = failure;
    const isRefused = this.#signIn.failed(failure, used);
    // Concurrent attempts that fail together count as one failure.
    if (this.#session.timers.nowMs() >= this.#nextAtMs) this.#backOff(failure, isRefused);
  }

  #backOff({ message: reason }: EppNotSentError, isRefused: boolean): void {
    const { backoff, random } = this.#limits;
    this.#failures += 1;
    const retryInMs = backoffMs(backoff, this.#failures, random);
    this.#nextAtMs = this.#session.timers.nowMs() + retryInMs;
    const nextInMs = this.#signIn.isStopped ? null : retryInMs;
    this.#session.log(() =>
      isRefused
        ? { event: 'sign-in-refused', reason, retryInMs: nextInMs }
        : { event: 'connect-failed', reason, retryInMs },
    );
  }
}

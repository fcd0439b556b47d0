/** What a pool of sessions is made with, and what it reports. */

import type { Balance } from '../codecs/extensions/fee-receipt.ts';
import type { BackoffPolicy } from './backoff.ts';
import type { Question } from './command-queue.ts';
import type { SendOptions } from './send-options.ts';
import type { SessionOptions } from './session-options.ts';
import type { Credentials } from './sign-in-guard.ts';

export interface PoolOptions
  extends Omit<SessionOptions, 'sessionId' | 'signal' | 'credentials' | 'newPassword'> {
  /** A function is called before each sign-in, so that changed credentials are used. */
  readonly credentials: Credentials | (() => Credentials);
  /** Registries count sessions; more than allowed is answered with 2502. */
  readonly sessionsMax?: number;
  /** A hello is sent on a session that was silent this long; earlier where the server closes earlier. */
  readonly keepAliveMs?: number;
  /** A session no command used for this long is closed. */
  readonly idleMs?: number;
  /** A session older than this is closed as soon as no command is on it. */
  readonly lifetimeMs?: number;
  /** How long a command waits for a session. */
  readonly queueTimeoutMs?: number;
  readonly backoff?: BackoffPolicy;
  readonly random?: () => number;
  /** Called for each command that `send` has settled. */
  readonly onCommand?: (end: CommandEnd) => void;
}

export interface CommandEnd {
  /** Such as `domain:create`. */
  readonly type: string;
  /** The result code, or why there is none. */
  readonly code: number | 'unknown' | 'not-sent';
  /** From the request to its end, waiting for a session included. */
  readonly ms: number;
  /** Balance of our account at the registry, where the reply has it (RFC 8748). */
  readonly balance?: Balance;
}

export interface PoolSendOptions extends SendOptions {
  readonly queueTimeoutMs?: number;
  /** Given for a command that only asks: it waits behind all others. */
  readonly question?: Question;
}

export interface PoolStatus {
  readonly open: number;
  readonly busy: number;
  readonly connecting: number;
  readonly waiting: number;
  /** Connection attempts that failed since the last one that worked. */
  readonly failures: number;
}

export type PoolLimits = ReturnType<typeof resolveLimits>;

export function resolveLimits(options: PoolOptions) {
  return {
    sessionsMax: options.sessionsMax ?? 4,
    keepAliveMs: options.keepAliveMs ?? 5 * 60_000,
    idleMs: options.idleMs ?? 30 * 60_000,
    lifetimeMs: options.lifetimeMs ?? 12 * 3_600_000,
    queueTimeoutMs: options.queueTimeoutMs ?? 10_000,
    backoff: options.backoff ?? { baseMs: 500, maxMs: 60_000 },
    random: options.random ?? Math.random,
  };
}

/**
 * A pool of sessions to one registry: commands wait in a queue, and sessions are opened for them. It
 * never sends a command twice: the caller decides whether a command with an unknown outcome may be
 * repeated.
 */

import type { CommandCodec } from '../codecs/command-codec.ts';
import { readBalance } from '../codecs/extensions/fee-receipt.ts';
import { EppResultError } from '../epp-result-error.ts';
import { EppNotSentError } from '../errors.ts';
import { systemTimers } from '../timers.ts';
import { CommandQueue, type Question } from './command-queue.ts';
import { ConnectAttempts } from './connect-attempts.ts';
import { openSession } from './epp-session.ts';
import { type Member, PoolMembers } from './pool-members.ts';
import {
  type CommandEnd,
  type PoolLimits,
  type PoolOptions,
  type PoolSendOptions,
  type PoolStatus,
  resolveLimits,
} from './pool-options.ts';
import { type PreparedCommand, prepareCommand } from './prepare-command.ts';
import type { EppReply } from './send-options.ts';
import { type ResolvedOptions, resolveOptions } from './session-options.ts';

interface Waiter {
  readonly question: Question | undefined;
  readonly deadlineMs: number;
  resolve(member: Member): void;
  reject(error: EppNotSentError): void;
}

export class EppPool {
  readonly #options: PoolOptions;
  readonly #session: ResolvedOptions;
  readonly #limits: PoolLimits;
  readonly #members: PoolMembers;
  readonly #attempts: ConnectAttempts;
  readonly #abort = new AbortController();
  readonly #drained = Promise.withResolvers<void>();
  readonly #queue: CommandQueue<Waiter>;
  #connecting = 0;
  #sessionCount = 0;
  #cancelRetry: () => void = () => {};

  constructor(options: PoolOptions) {
    if ((options.sessionsMax ?? 1) < 1) throw new RangeError('sessionsMax must be at least 1');
    this.#options = options;
    const timers = options.timers ?? systemTimers;
    this.#limits = resolveLimits(options);
    this.#queue = new CommandQueue(this.#limits.sessionsMax);
    const { credentials } = options;
    const signIn = typeof credentials === 'function' ? credentials() : credentials;
    this.#session = resolveOptions({ ...options, credentials: signIn, timers });
    const parts = { limits: this.#limits, session: this.#session };
    this.#attempts = new ConnectAttempts({ ...parts, credentials });
    this.#members = new PoolMembers({ ...parts, onChange: () => this.#onMembersChange() });
  }

  /** Opens the first session before a command needs it. A failure is logged, and tried again later. */
  connect(): void {
    if (this.#members.size > 0 || this.#connecting > 0 || this.#abort.signal.aborted) return;
    if (this.#attempts.waitMs < Number.POSITIVE_INFINITY) void this.#connect();
  }

  get status(): PoolStatus {
    return {
      open: this.#members.size,
      busy: this.#members.busyCount,
      connecting: this.#connecting,
      waiting: this.#queue.size,
      failures: this.#attempts.failures,
    };
  }

  /** Rejects with EppResultError, EppOutcomeUnknownError or EppNotSentError only. */
  async send<Request, Result>(
    codec: CommandCodec<Request, Result>,
    request: Request,
    options: PoolSendOptions = {},
  ): Promise<EppReply<Result>> {
    const clTRID = options.clTRID ?? this.#session.newClTRID();
    const command = prepareCommand(codec, request, clTRID);
    const startedAtMs = this.#nowMs();
    const settled = (end: Pick<CommandEnd, 'code' | 'balance'>) =>
      this.#options.onCommand?.({ ...end, type: codec.type, ms: this.#nowMs() - startedAtMs });
    try {
      const reply = await this.#sendPrepared(command, options);
      const balance = readBalance(reply.response.extensions);
      settled({ code: reply.code, ...(balance === undefined ? {} : { balance }) });
      return reply;
    } catch (error) {
      settled({ code: codeOf(error) });
      throw error;
    }
  }

  async #sendPrepared<Result>(
    command: PreparedCommand<Result>,
    options: PoolSendOptions,
  ): Promise<EppReply<Result>> {
    const { member, waiter } = await this.#acquire(options);
    try {
      return await member.session.sendPrepared(command, options);
    } finally {
      this.#queue.settle(waiter);
      this.#members.release(member);
    }
  }

  /** Rejects waiting commands, lets commands in flight finish, logs every session out. */
  close(): Promise<void> {
    if (!this.#abort.signal.aborted) {
      this.#abort.abort();
      this.#cancelRetry();
      this.#rejectWaiters(() => notSent('pool-closed', 'the pool was closed'));
      this.#members.close();
      this.#resolveWhenDrained();
    }
    return this.#drained.promise;
  }

  /** Closes without waiting: the outcome of commands in flight stays unknown. */
  destroy(): void {
    void this.close();
    this.#members.destroy('the pool was destroyed');
  }

  #acquire(options: PoolSendOptions): Promise<{ member: Member; waiter: Waiter }> {
    if (this.#abort.signal.aborted) throw notSent('pool-closed', 'the pool was closed');
    const { question, queueTimeoutMs = this.#limits.queueTimeoutMs } = options;
    if (question?.signal?.aborted === true) throw abandoned();
    const { promise, resolve, reject } = Promise.withResolvers<{
      member: Member;
      waiter: Waiter;
    }>();
    const leave = (error: EppNotSentError) => {
      this.#queue.remove(waiter);
      waiter.reject(error);
    };
    const cancelDeadline = this.#session.timers.after(queueTimeoutMs, () => {
      const message = `no session was free within ${queueTimeoutMs} ms`;
      leave(notSent('queue-timeout', message, this.#attempts.lastFailure));
    });
    const onAbort = () => leave(abandoned());
    question?.signal?.addEventListener('abort', onAbort, { once: true });
    const endWait = () => {
      cancelDeadline();
      question?.signal?.removeEventListener('abort', onAbort);
    };
    const waiter: Waiter = {
      question,
      deadlineMs: this.#nowMs() + queueTimeoutMs,
      resolve: (member) => {
        endWait();
        resolve({ member, waiter });
      },
      reject: (error) => {
        endWait();
        reject(error);
      },
    };
    this.#queue.add(waiter);
    this.#assignSessions();
    return promise;
  }

  #assignSessions(): void {
    this.#members.offerIdle(
      () => this.#queue.servable > 0,
      (member) => this.#queue.take()?.resolve(member),
    );
    const room = this.#limits.sessionsMax - this.#members.size - this.#connecting;
    const wanted = Math.min(this.#queue.servable - this.#connecting, room);
    if (wanted <= 0 || this.#abort.signal.aborted) return;
    const { waitMs } = this.#attempts;
    if (waitMs <= 0) {
      // One attempt at a time tests whether the server is there and takes the credentials.
      const probing = this.#connecting > 0 ? 0 : 1;
      const attempts = this.#attempts.failures > 0 || this.#members.size === 0 ? probing : wanted;
      for (let attempt = 0; attempt < attempts; attempt += 1) void this.#connect();
      return;
    }
    this.#rejectUnservable(this.#nowMs() + waitMs);
    this.#cancelRetry();
    if (this.#queue.size > 0 && waitMs < Number.POSITIVE_INFINITY) {
      this.#cancelRetry = this.#session.timers.after(waitMs, () => this.#assignSessions());
    }
  }

  /** Without any session, commands whose deadline is before the next attempt fail at once. */
  #rejectUnservable(connectAtMs: number): void {
    if (this.#members.size > 0 || this.#connecting > 0) return;
    const failure = this.#attempts.lastFailure;
    const unservable = this.#queue.waiting().filter(({ deadlineMs }) => deadlineMs < connectAtMs);
    for (const waiter of unservable) {
      this.#queue.remove(waiter);
      waiter.reject(
        notSent(
          failure?.reason ?? 'connect',
          `the registry is unreachable: ${failure?.message}`,
          failure,
        ),
      );
    }
  }

  async #connect(): Promise<void> {
    this.#connecting += 1;
    this.#sessionCount += 1;
    const { credentials } = this.#attempts;
    try {
      const session = await openSession({
        ...this.#options,
        credentials,
        sessionId: `epp-${this.#sessionCount}`,
        signal: this.#abort.signal,
      });
      this.#connecting -= 1;
      this.#attempts.succeeded();
      if (this.#members.size === 0) {
        const { greeting, tlsVersion } = session;
        this.#session.log(() => ({ event: 'connected', serverId: greeting.serverId, tlsVersion }));
      }
      this.#members.add(session);
    } catch (error) {
      this.#connecting -= 1;
      if (!this.#abort.signal.aborted) {
        this.#attempts.failed(error, credentials);
        this.#assignSessions();
      }
    }
    this.#resolveWhenDrained();
  }

  #onMembersChange(): void {
    this.#assignSessions();
    this.#resolveWhenDrained();
  }

  #resolveWhenDrained(): void {
    const empty = this.#members.size === 0 && this.#connecting === 0;
    if (this.#abort.signal.aborted && empty) this.#drained.resolve();
  }

  #rejectWaiters(error: () => EppNotSentError): void {
    for (const waiter of this.#queue.waiting()) {
      this.#queue.remove(waiter);
      waiter.reject(error());
    }
  }

  #nowMs(): number {
    return this.#session.timers.nowMs();
  }
}

function codeOf(error: unknown): CommandEnd['code'] {
  if (error instanceof EppResultError) return error.code;
  return error instanceof EppNotSentError ? 'not-sent' : 'unknown';
}

function abandoned(): EppNotSentError {
  return notSent('abandoned', 'the answer is no longer needed');
}

function notSent(
  reason: EppNotSentError['reason'],
  message: string,
  cause?: unknown,
): EppNotSentError {
  return new EppNotSentError({ reason, message, cause });
}

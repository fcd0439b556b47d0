/**
 * A pool of sessions to one registry. It opens sessions when commands wait, keeps idle ones alive,
 * retires old ones and backs off from a server that refuses. It never sends a command twice: the
 * caller decides whether a command with an unknown outcome may be repeated.
 */

import type { CommandCodec } from '../codecs/command-codec.ts';
import { readBalance } from '../codecs/extensions/fee-receipt.ts';
import { EppResultError } from '../epp-result-error.ts';
import { EppNotSentError } from '../errors.ts';
import { systemTimers } from '../timers.ts';
import { backoffMs } from './backoff.ts';
import { CommandQueue, type Question } from './command-queue.ts';
import { type EppSession, openSession } from './epp-session.ts';
import { KeepAlive } from './keep-alive.ts';
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
import { type Credentials, SignInGuard } from './sign-in-guard.ts';

interface Member {
  readonly session: EppSession;
  readonly openedAtMs: number;
  lastUsedAtMs: number;
  lastReplyAtMs: number;
  state: 'idle' | 'busy' | 'closing';
  cancelTimer: () => void;
}

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
  readonly #members = new Set<Member>();
  readonly #abort = new AbortController();
  readonly #drained = Promise.withResolvers<void>();
  readonly #queue: CommandQueue<Waiter>;
  readonly #signIn: SignInGuard;
  readonly #keepAlive: KeepAlive;
  #connecting = 0;
  #sessionCount = 0;
  #failures = 0;
  #lastFailure: EppNotSentError | undefined;
  #nextConnectAtMs = Number.NEGATIVE_INFINITY;
  #cancelRetry: () => void = () => {};

  constructor(options: PoolOptions) {
    if ((options.sessionsMax ?? 1) < 1) throw new RangeError('sessionsMax must be at least 1');
    this.#options = options;
    const timers = options.timers ?? systemTimers;
    this.#signIn = new SignInGuard(options.credentials, timers);
    this.#session = resolveOptions({ ...options, credentials: this.#signIn.credentials });
    this.#limits = resolveLimits(options);
    this.#queue = new CommandQueue(this.#limits.sessionsMax);
    this.#keepAlive = new KeepAlive(this.#limits.keepAliveMs);
  }

  /** Opens the first session before a command needs it. A failure is logged, and tried again later. */
  connect(): void {
    if (this.#members.size > 0 || this.#connecting > 0 || this.#abort.signal.aborted) return;
    if (!this.#signIn.isStopped) void this.#connect();
  }

  get status(): PoolStatus {
    const members = [...this.#members];
    return {
      open: members.length,
      busy: members.filter((member) => member.state === 'busy').length,
      connecting: this.#connecting,
      waiting: this.#queue.size,
      failures: this.#failures,
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
      member.lastUsedAtMs = this.#nowMs();
      this.#release(member);
    }
  }

  /** Rejects waiting commands, lets commands in flight finish, logs every session out. */
  close(): Promise<void> {
    if (!this.#abort.signal.aborted) {
      this.#abort.abort();
      this.#cancelRetry();
      this.#rejectWaiters(() => notSent('pool-closed', 'the pool was closed'));
      for (const member of this.#members) {
        if (member.state === 'idle') this.#retire(member);
      }
      this.#resolveWhenDrained();
    }
    return this.#drained.promise;
  }

  /** Closes without waiting: the outcome of commands in flight stays unknown. */
  destroy(): void {
    void this.close();
    for (const { session } of this.#members) session.destroy('the pool was destroyed');
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
      leave(notSent('queue-timeout', message, this.#lastFailure));
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
    this.#assignIdle();
    const room = this.#limits.sessionsMax - this.#members.size - this.#connecting;
    const wanted = Math.min(this.#queue.servable - this.#connecting, room);
    if (wanted <= 0 || this.#abort.signal.aborted) return;
    const isStopped = this.#signIn.isStopped;
    const waitMs = isStopped ? Number.POSITIVE_INFINITY : this.#nextConnectAtMs - this.#nowMs();
    if (waitMs <= 0) {
      // One attempt at a time tests whether the server is there and takes the credentials.
      const probing = this.#connecting > 0 ? 0 : 1;
      const attempts = this.#failures > 0 || this.#members.size === 0 ? probing : wanted;
      for (let attempt = 0; attempt < attempts; attempt += 1) void this.#connect();
      return;
    }
    this.#rejectUnservable(this.#nowMs() + waitMs);
    this.#cancelRetry();
    if (this.#queue.size > 0 && !isStopped) {
      this.#cancelRetry = this.#session.timers.after(waitMs, () => this.#assignSessions());
    }
  }

  /** The most recently used session first, so that surplus sessions reach their idle limit. */
  #assignIdle(): void {
    const idle = [...this.#members]
      .filter((member) => member.state === 'idle' && member.session.isOpen)
      .sort((a, b) => b.lastUsedAtMs - a.lastUsedAtMs);
    for (const member of idle) {
      if (this.#queue.servable === 0) return;
      if (this.#isOld(member)) {
        this.#retire(member);
        continue;
      }
      member.cancelTimer();
      member.state = 'busy';
      this.#queue.take()?.resolve(member);
    }
  }

  /** Without any session, commands whose deadline is before the next attempt fail at once. */
  #rejectUnservable(connectAtMs: number): void {
    if (this.#members.size > 0 || this.#connecting > 0) return;
    const failure = this.#lastFailure;
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
    const { credentials } = this.#signIn;
    try {
      const session = await openSession({
        ...this.#options,
        credentials,
        sessionId: `epp-${this.#sessionCount}`,
        signal: this.#abort.signal,
      });
      this.#connecting -= 1;
      this.#failures = 0;
      this.#lastFailure = undefined;
      this.#nextConnectAtMs = Number.NEGATIVE_INFINITY;
      this.#signIn.accepted();
      if (this.#members.size === 0) {
        const { greeting, tlsVersion } = session;
        this.#session.log(() => ({ event: 'connected', serverId: greeting.serverId, tlsVersion }));
      }
      this.#admit(session);
    } catch (error) {
      this.#connecting -= 1;
      this.#recordFailure(error, credentials);
    }
    this.#resolveWhenDrained();
  }

  #admit(session: EppSession): void {
    const nowMs = this.#nowMs();
    const member: Member = {
      session,
      openedAtMs: nowMs,
      lastUsedAtMs: nowMs,
      lastReplyAtMs: nowMs,
      state: 'busy',
      cancelTimer: () => {},
    };
    this.#members.add(member);
    void session.closed.then(() => this.#remove(member));
    this.#release(member);
  }

  #recordFailure(error: unknown, credentials: Credentials): void {
    if (this.#abort.signal.aborted) return;
    this.#lastFailure =
      error instanceof EppNotSentError
        ? error
        : notSent('connect', 'connecting failed unexpectedly', error);
    const isRefused = this.#signIn.failed(this.#lastFailure, credentials);
    // Concurrent attempts that fail together count as one failure.
    if (this.#nowMs() >= this.#nextConnectAtMs) this.#backOff(this.#lastFailure, isRefused);
    this.#assignSessions();
  }

  #backOff({ message: reason }: EppNotSentError, isRefused: boolean): void {
    this.#failures += 1;
    const retryInMs = backoffMs(this.#limits.backoff, this.#failures, this.#limits.random);
    this.#nextConnectAtMs = this.#nowMs() + retryInMs;
    const nextInMs = this.#signIn.isStopped ? null : retryInMs;
    this.#session.log(() =>
      isRefused
        ? { event: 'sign-in-refused', reason, retryInMs: nextInMs }
        : { event: 'connect-failed', reason, retryInMs },
    );
  }

  #release(member: Member): void {
    if (!member.session.isOpen) return;
    member.lastReplyAtMs = this.#nowMs();
    if (this.#abort.signal.aborted || this.#isOld(member)) {
      this.#retire(member);
      return;
    }
    member.state = 'idle';
    this.#scheduleCheck(member);
    this.#assignSessions();
  }

  #scheduleCheck(member: Member): void {
    const { idleMs, lifetimeMs } = this.#limits;
    const dueAtMs = Math.min(
      member.lastUsedAtMs + idleMs,
      member.openedAtMs + lifetimeMs,
      member.lastReplyAtMs + this.#keepAlive.intervalMs,
    );
    member.cancelTimer();
    member.cancelTimer = this.#session.timers.after(Math.max(0, dueAtMs - this.#nowMs()), () =>
      this.#keepAliveOrRetire(member),
    );
  }

  #keepAliveOrRetire(member: Member): void {
    if (this.#isOld(member) || this.#nowMs() >= member.lastUsedAtMs + this.#limits.idleMs) {
      this.#retire(member);
      return;
    }
    if (this.#nowMs() < member.lastReplyAtMs + this.#keepAlive.intervalMs) {
      this.#scheduleCheck(member);
      return;
    }
    member.state = 'busy';
    // When hello fails the session closes, and `session.closed` removes its member.
    void member.session.hello().then(
      () => this.#release(member),
      () => undefined,
    );
  }

  #retire(member: Member): void {
    member.cancelTimer();
    member.state = 'closing';
    void member.session.logout();
  }

  #remove(member: Member): void {
    member.cancelTimer();
    this.#members.delete(member);
    if (member.state === 'idle') this.#learnIdleLimit(this.#nowMs() - member.lastReplyAtMs);
    this.#assignSessions();
    this.#resolveWhenDrained();
  }

  #learnIdleLimit(silentMs: number): void {
    if (!this.#keepAlive.learn(silentMs)) return;
    const keepAliveMs = this.#keepAlive.intervalMs;
    this.#session.log(() => ({ event: 'idle-limit', silentMs, keepAliveMs }));
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

  #isOld(member: Member): boolean {
    return this.#nowMs() >= member.openedAtMs + this.#limits.lifetimeMs;
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

/** The open sessions of a pool: which are free, which get a hello, and which are too old or too idle. */
import type { EppSession } from './epp-session.ts';
import { KeepAlive } from './keep-alive.ts';
import type { PoolLimits } from './pool-options.ts';
import type { ResolvedOptions } from './session-options.ts';

export interface Member {
  readonly session: EppSession;
  readonly openedAtMs: number;
  lastUsedAtMs: number;
  lastReplyAtMs: number;
  state: 'idle' | 'busy' | 'closing';
  cancelTimer: () => void;
}

export class PoolMembers {
  readonly #members = new Set<Member>();
  readonly #limits: Pick<PoolLimits, 'idleMs' | 'lifetimeMs'>;
  readonly #session: Pick<ResolvedOptions, 'timers' | 'log'>;
  readonly #keepAlive: KeepAlive;
  /** A member is idle, or one is gone. */
  readonly #onChange: () => void;
  #isClosing = false;

  constructor(options: {
    readonly limits: Pick<PoolLimits, 'idleMs' | 'lifetimeMs' | 'keepAliveMs'>;
    readonly session: Pick<ResolvedOptions, 'timers' | 'log'>;
    readonly onChange: () => void;
  }) {
    this.#limits = options.limits;
    this.#session = options.session;
    this.#keepAlive = new KeepAlive(options.limits.keepAliveMs);
    this.#onChange = options.onChange;
  }

  get size(): number {
    return this.#members.size;
  }

  get busyCount(): number {
    return [...this.#members].filter(({ state }) => state === 'busy').length;
  }

  add(session: EppSession): void {
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
    this.#free(member);
  }

  /**
   * Gives idle sessions to `take` while it wants one. The most recently used first, so that surplus
   * sessions reach their idle limit.
   */
  offerIdle(isWanted: () => boolean, take: (member: Member) => void): void {
    const idle = [...this.#members]
      .filter((member) => member.state === 'idle' && member.session.isOpen)
      .sort((a, b) => b.lastUsedAtMs - a.lastUsedAtMs);
    for (const member of idle) {
      if (!isWanted()) return;
      if (this.#isOld(member)) {
        this.#retire(member);
        continue;
      }
      member.cancelTimer();
      member.state = 'busy';
      take(member);
    }
  }

  /** After a command. */
  release(member: Member): void {
    member.lastUsedAtMs = this.#nowMs();
    this.#free(member);
  }

  /** Logs out those without a command now, and the others after theirs. */
  close(): void {
    this.#isClosing = true;
    for (const member of this.#members) if (member.state === 'idle') this.#retire(member);
  }

  destroy(reason: string): void {
    for (const { session } of this.#members) session.destroy(reason);
  }

  /** The server has answered. */
  #free(member: Member): void {
    if (!member.session.isOpen) return;
    member.lastReplyAtMs = this.#nowMs();
    if (this.#isClosing || this.#isOld(member)) {
      this.#retire(member);
      return;
    }
    member.state = 'idle';
    this.#scheduleCheck(member);
    this.#onChange();
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
      () => this.#free(member),
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
    this.#onChange();
  }

  #learnIdleLimit(silentMs: number): void {
    if (!this.#keepAlive.learn(silentMs)) return;
    const keepAliveMs = this.#keepAlive.intervalMs;
    this.#session.log(() => ({ event: 'idle-limit', silentMs, keepAliveMs }));
  }

  #isOld(member: Member): boolean {
    return this.#nowMs() >= member.openedAtMs + this.#limits.lifetimeMs;
  }

  #nowMs(): number {
    return this.#session.timers.nowMs();
  }
}

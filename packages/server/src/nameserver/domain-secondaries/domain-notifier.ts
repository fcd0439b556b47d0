/**
 * Sends NOTIFY to the secondaries of customers, right after the commit. Each has at most one message in
 * flight, a few tries per change, and each workspace a share of the places in flight and of those that
 * wait: one that is slow or gone costs only its customer. Workspaces take turns. What secondaries miss
 * they fetch when the refresh timer of the zone ends.
 */
import { secondMs } from '@hostmaster/contract/durations';
import { makeNotify, Name, rcodes } from '@hostmaster/dns';
import type { Logger } from 'pino';
import type { MachineClock } from '../../base/clock.ts';
import { askDns } from '../../base/dns/ask-dns.ts';
import type { RandomSource } from '../../base/random.ts';
import type { SecretBox } from '../../base/secret-box.ts';
import { listNotified } from '../../storage/queries/domain-secondaries/domain-secondaries.ts';
import type { HostmasterDatabase } from '../../storage/schema.ts';
import type { DomainSecondary } from '../../storage/tables/domain-secondaries/domain-secondaries.ts';
import type { NotifyOutcome } from '../secondaries/notifier.ts';
import { sourceFor } from '../secondaries/source-address.ts';
import { type DomainSecondaryKeys, openKey } from './domain-secondary-keys.ts';

export interface DomainNotifierOptions {
  readonly database: HostmasterDatabase;
  readonly secrets: SecretBox;
  readonly clock: MachineClock;
  readonly random: RandomSource;
  readonly log: Logger;
  readonly sources: readonly string[];
  /** Aborted when the service stops. */
  readonly stopping: AbortSignal;
  readonly keys: Pick<DomainSecondaryKeys, 'note'>;
}

type Target = DomainSecondary & { readonly zone: string };

interface Task {
  readonly target: Target;
  /** Tries before this one. */
  readonly tries: number;
}

const answerMs = 2 * secondMs;
const retryMs = [secondMs, 5 * secondMs, 25 * secondMs] as const;
const inFlightMax = 256;
const inFlightPerWorkspaceMax = 8;
/** Messages of a workspace that wait, and as many that are sent again; what is beyond is dropped. */
const waitingPerWorkspaceMax = 1_000;
/** Zones, messages and retries of all workspaces. */
const waitingMax = 20_000;
const zonesPerRead = 100;
/** How long a command waits for secondaries that do not answer. */
const drainMs = 10 * secondMs;

/** The messages of one workspace, by secondary. */
interface Share {
  /** The newest task of each. */
  readonly waiting: Map<string, Task>;
  readonly inFlight: Set<string>;
  readonly retries: Map<string, NodeJS.Timeout>;
}

export class DomainNotifier {
  readonly #options: DomainNotifierOptions;
  readonly #zones = new Set<string>();
  #reading: Promise<void> | null = null;
  readonly #shares = new Map<string, Share>();
  /** Workspaces with messages that can perhaps be sent, in the order of their turns. */
  readonly #turns = new Set<string>();
  #waitingCount = 0;
  #retryCount = 0;
  #inFlightCount = 0;
  #isStopped = false;
  /** Resolved when nothing waits or is in flight; for `drain`. */
  #idle: PromiseWithResolvers<void> | null = null;

  constructor(options: DomainNotifierOptions) {
    this.#options = options;
  }

  /** Called from after-commit hooks, so it neither throws nor waits. */
  announce(zone: string): void {
    if (this.#isStopped || this.#zones.size >= waitingMax) return;
    this.#zones.add(zone);
    this.#reading ??= this.#readZones();
  }

  stop(): void {
    this.#isStopped = true;
    for (const { retries } of this.#shares.values()) {
      for (const timer of retries.values()) clearTimeout(timer);
    }
  }

  /** Sends what is waiting and waits for the answers; for commands, which end right afterwards. */
  async drain(): Promise<void> {
    await this.#reading;
    if (this.#waitingCount + this.#inFlightCount > 0) {
      const idle = Promise.withResolvers<void>();
      this.#idle = idle;
      const timer = setTimeout(() => idle.resolve(), drainMs);
      await idle.promise;
      clearTimeout(timer);
    }
    this.stop();
  }

  async #readZones(): Promise<void> {
    const { database, log } = this.#options;
    try {
      while (this.#zones.size > 0) {
        const zones = [...this.#zones].slice(0, zonesPerRead);
        for (const zone of zones) this.#zones.delete(zone);
        const targets = await database.reserved.all(listNotified, { zones });
        for (const target of targets) this.#add({ target, tries: 0 });
      }
    } catch (error) {
      this.#zones.clear();
      log.warn({ err: error }, 'sending NOTIFY to secondaries of customers failed');
    } finally {
      // Synchronously after the last look at the zones: later ones start a new run.
      this.#reading = null;
    }
  }

  #add(task: Task): void {
    if (this.#isStopped) return;
    const { id, workspaceId } = task.target;
    const share = this.#shareOf(workspaceId);
    this.#dropRetry(share, id);
    if (!share.waiting.has(id)) {
      const isFull =
        share.waiting.size >= waitingPerWorkspaceMax || this.#waitingCount >= waitingMax;
      if (isFull) {
        this.#forgetIdle(workspaceId);
        return;
      }
      this.#waitingCount += 1;
    }
    share.waiting.set(id, task);
    this.#turns.add(workspaceId);
    this.#work();
  }

  #shareOf(workspaceId: string): Share {
    const known = this.#shares.get(workspaceId);
    if (known !== undefined) return known;
    const share: Share = { waiting: new Map(), inFlight: new Set(), retries: new Map() };
    this.#shares.set(workspaceId, share);
    return share;
  }

  #dropRetry(share: Share, id: string): void {
    clearTimeout(share.retries.get(id));
    if (share.retries.delete(id)) this.#retryCount -= 1;
  }

  /** Starts what has a free place, one message of each workspace in turn. */
  #work(): void {
    if (this.#isStopped) return;
    for (const workspaceId of this.#turns) {
      if (this.#inFlightCount >= inFlightMax) return;
      this.#turns.delete(workspaceId);
      const share = this.#shares.get(workspaceId);
      const task = share === undefined ? undefined : nextOf(share);
      // The end of a message in flight gives it its turn again.
      if (share === undefined || task === undefined) continue;
      this.#turns.add(workspaceId);
      this.#start(task, share);
    }
  }

  #start(task: Task, share: Share): void {
    const { id, workspaceId } = task.target;
    share.waiting.delete(id);
    this.#waitingCount -= 1;
    share.inFlight.add(id);
    this.#inFlightCount += 1;
    void this.#send(task, share).finally(() => {
      share.inFlight.delete(id);
      this.#inFlightCount -= 1;
      this.#turns.add(workspaceId);
      this.#forgetIdle(workspaceId);
      this.#work();
      if (this.#waitingCount + this.#inFlightCount === 0) this.#idle?.resolve();
    });
  }

  #forgetIdle(workspaceId: string): void {
    const share = this.#shares.get(workspaceId);
    if (share === undefined) return;
    const { waiting, inFlight, retries } = share;
    if (waiting.size + inFlight.size + retries.size === 0) this.#shares.delete(workspaceId);
  }

  async #send(task: Task, share: Share): Promise<void> {
    const { target, tries } = task;
    const { keys, clock } = this.#options;
    const notifyAnswer = await this.#notify(target);
    if (this.#isStopped) return;
    keys.note(target.id, { notifiedAt: clock.now(), notifyAnswer });
    const waitMs = retryMs[tries];
    if (notifyAnswer === 'taken' || waitMs === undefined || share.waiting.has(target.id)) return;
    const isFull = share.retries.size >= waitingPerWorkspaceMax || this.#retryCount >= waitingMax;
    if (isFull) return;
    const timer = setTimeout(() => this.#add({ target, tries: tries + 1 }), waitMs);
    timer.unref();
    share.retries.set(target.id, timer);
    this.#retryCount += 1;
  }

  async #notify(target: Target): Promise<NotifyOutcome> {
    const { secrets, clock, random, sources, stopping, log } = this.#options;
    const { zone, address, port, id } = target;
    try {
      const reply = await askDns(makeNotify(random.below(65_536), { zone: Name.parse(zone) }), {
        address,
        port,
        ...sourceFor(address, sources),
        key: openKey(target, secrets),
        timeoutMs: answerMs,
        nowSeconds: () => Math.floor(clock.now() / 1_000),
        acceptsUnsignedErrors: true,
        stopping,
      });
      return reply.rcode === rcodes.NOERROR ? 'taken' : 'refused';
    } catch (error) {
      log.debug({ zone, secondary: id, err: error }, 'NOTIFY had no answer');
      return 'unanswered';
    }
  }
}

/** The oldest task of a secondary without a message in flight; undefined while the share is used up. */
function nextOf({ waiting, inFlight }: Share): Task | undefined {
  if (inFlight.size >= inFlightPerWorkspaceMax) return undefined;
  for (const [id, task] of waiting) if (!inFlight.has(id)) return task;
  return undefined;
}

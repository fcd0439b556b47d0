/**
 * Sends NOTIFY to the secondaries of customers, right after the commit. Each has at most one message in
 * flight, a few tries per change, and each workspace a share of its own: one that is slow or gone costs
 * only its customer. What they miss they fetch when the refresh timer of the zone ends.
 */
import { secondMs } from '@hostmaster/contract/durations';
import { makeNotify, Name, rcodes } from '@hostmaster/dns';
import type { Logger } from 'pino';
import { askDns } from '../../base/ask-dns.ts';
import type { MachineClock } from '../../base/clock.ts';
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
/** Zones and messages that wait; what is beyond is dropped. */
const waitingMax = 10_000;
const zonesPerRead = 100;

export class DomainNotifier {
  readonly #options: DomainNotifierOptions;
  readonly #zones = new Set<string>();
  #reading: Promise<void> | null = null;
  /** By secondary: the newest task. */
  readonly #waiting = new Map<string, Task>();
  readonly #inFlight = new Set<string>();
  readonly #inFlightOf = new Map<string, number>();
  readonly #retries = new Map<string, NodeJS.Timeout>();
  #isStopped = false;

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
    for (const timer of this.#retries.values()) clearTimeout(timer);
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
    const { id } = task.target;
    if (this.#isStopped) return;
    if (!this.#waiting.has(id) && this.#waiting.size >= waitingMax) return;
    clearTimeout(this.#retries.get(id));
    this.#retries.delete(id);
    this.#waiting.set(id, task);
    this.#work();
  }

  /** Starts what has a free place, the oldest first. */
  #work(): void {
    if (this.#isStopped) return;
    for (const [id, task] of this.#waiting) {
      if (this.#inFlight.size >= inFlightMax) return;
      const { workspaceId } = task.target;
      const share = this.#inFlightOf.get(workspaceId) ?? 0;
      if (this.#inFlight.has(id) || share >= inFlightPerWorkspaceMax) continue;
      this.#waiting.delete(id);
      this.#inFlight.add(id);
      this.#inFlightOf.set(workspaceId, share + 1);
      void this.#send(task).finally(() => this.#end(task));
    }
  }

  #end({ target: { id, workspaceId } }: Task): void {
    this.#inFlight.delete(id);
    const share = (this.#inFlightOf.get(workspaceId) ?? 1) - 1;
    if (share === 0) this.#inFlightOf.delete(workspaceId);
    else this.#inFlightOf.set(workspaceId, share);
    this.#work();
  }

  async #send(task: Task): Promise<void> {
    const { target, tries } = task;
    const { keys, clock } = this.#options;
    const notifyAnswer = await this.#notify(target);
    keys.note(target.id, { notifiedAt: clock.now(), notifyAnswer });
    const waitMs = retryMs[tries];
    if (notifyAnswer === 'taken' || waitMs === undefined || this.#waiting.has(target.id)) return;
    if (this.#isStopped || this.#retries.size >= waitingMax) return;
    const timer = setTimeout(() => this.#add({ target, tries: tries + 1 }), waitMs);
    timer.unref();
    this.#retries.set(target.id, timer);
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

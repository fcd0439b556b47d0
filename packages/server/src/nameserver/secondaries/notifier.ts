/**
 * Sends NOTIFY to secondaries (RFC 1996), right after the commit.
 * Per secondary and zone one NOTIFY is in flight; changes in the meantime become one more. NOTIFY
 * carries no serial, so each is about the newest. A secondary that does not answer gets one zone at
 * a time until it answers; then the others follow. The catalog has a queue of its own, so that it never
 * waits for them; a zone that a secondary refuses is announced again as soon as it has the catalog.
 */
import { makeNotify, Name, rcodes } from '@hostmaster/dns';
import type { Logger } from 'pino';
import type { MachineClock } from '../../base/clock.ts';
import type { RandomSource } from '../../base/random.ts';
import { exchangeInTurn } from './exchange-in-turn.ts';
import { PeerQueue } from './peer-queue.ts';
import { PeerSockets } from './peer-sockets.ts';
import type { Place, Secondary, SecondaryDirectory } from './secondaries.ts';

export type NotifyOutcome = 'taken' | 'refused' | 'unanswered';

export interface NotifierOptions {
  readonly secondaries: SecondaryDirectory;
  /** Addresses of this host that NOTIFY is sent from. */
  readonly sources: readonly string[];
  /** Aborted when the service stops. */
  readonly stopping: AbortSignal;
  /** The name of the catalog zone; null in processes that do not announce it. */
  readonly catalog: string | null;
  readonly clock: MachineClock;
  readonly random: RandomSource;
  readonly log: Logger;
  readonly onOutcome?: (outcome: NotifyOutcome, place: Place) => void;
}

const answerMs = 2_000;
const inFlightMax = 32;
/** Limits how often a zone that changes constantly is announced. */
const spacingMs = 30;
const backoffFirstMs = 500;
const backoffMaxMs = 30_000;
/** A secondary that has the catalog needs a moment to add its zones. */
const afterCatalogMs = 200;
/** A secondary may not have the zone yet because it is still reading the catalog. */
const refusalsMax = 6;
const waitingMax = 100_000;

export class Notifier {
  readonly #options: NotifierOptions;
  readonly #lines = new Map<string, Line>();
  readonly #fresh = new Set<string>();
  #spreading: Promise<void> | null = null;
  #isStopped = false;

  constructor(options: NotifierOptions) {
    this.#options = options;
  }

  /** Called from after-commit hooks, so it neither throws nor waits. */
  announce(zone: string): void {
    if (this.#isStopped) return;
    this.#fresh.add(zone);
    this.#spreading ??= this.#spread();
  }

  /** Notifies one secondary again, because it has not fetched the zone. */
  async remind(reminder: Place): Promise<void> {
    const secondaries = await this.#options.secondaries.list();
    const secondary = secondaries.find(({ name }) => name === reminder.secondary);
    if (secondary === undefined || this.#isStopped) return;
    this.#lineOf(secondary, reminder.zone).add(reminder.zone);
  }

  /** The secondary was sent the catalog: it will know the zones that it has refused. */
  noteCatalogSent(secondary: string): void {
    this.#lines.get(secondary)?.announceRefused();
  }

  /** Drops what is waiting: reminders by other processes or the refresh timer cover it. */
  stop(): void {
    this.#isStopped = true;
    for (const line of this.#lines.values()) line.stop();
  }

  /** Sends what is waiting and waits for the answers; for commands, which end right afterwards. */
  async drain(): Promise<void> {
    await this.#spreading;
    await Promise.all([...this.#lines.values()].map((line) => line.drain()));
    this.stop();
  }

  async #spread(): Promise<void> {
    try {
      while (this.#fresh.size > 0) {
        const zones = [...this.#fresh];
        this.#fresh.clear();
        const secondaries = await this.#options.secondaries.list();
        this.#forgetAllBut(secondaries);
        for (const secondary of secondaries) {
          for (const zone of zones) this.#lineOf(secondary, zone).add(zone);
        }
      }
    } catch (error) {
      this.#fresh.clear();
      this.#options.log.warn({ err: error }, 'sending NOTIFY failed');
    } finally {
      // Synchronously after the last check for new changes: later ones start a new run.
      this.#spreading = null;
    }
  }

  #lineOf(secondary: Secondary, zone: string): Line {
    const key = zone === this.#options.catalog ? catalogKey(secondary.name) : secondary.name;
    const known = this.#lines.get(key);
    if (known !== undefined) {
      known.secondary = secondary;
      return known;
    }
    const line = new Line(secondary, this.#options);
    this.#lines.set(key, line);
    return line;
  }

  #forgetAllBut(secondaries: readonly Secondary[]): void {
    const keys = new Set(secondaries.flatMap(({ name }) => [name, catalogKey(name)]));
    for (const [key, line] of this.#lines) {
      if (keys.has(key)) continue;
      this.#lines.delete(key);
      line.stop();
    }
  }
}

/** Names of secondaries have no space. */
function catalogKey(secondary: string): string {
  return `${secondary} catalog`;
}

/** Pending NOTIFY messages to one secondary. */
class Line {
  secondary: Secondary;
  readonly #options: NotifierOptions;
  readonly #queue: PeerQueue<{ readonly refusals: number }>;
  readonly #sockets = new PeerSockets();
  #isStopped = false;
  #silences = 0;
  /** What was sent before says nothing new by going unanswered. */
  #silentSince = 0;
  /** Which of its addresses answered last. */
  #answeredAt = 0;

  constructor(secondary: Secondary, options: NotifierOptions) {
    this.secondary = secondary;
    this.#options = options;
    this.#queue = new PeerQueue({
      clock: options.clock,
      inFlightMax,
      waitingMax,
      send: async (zone, { refusals }) => {
        const sentAt = options.clock.now();
        const outcome = await this.#notify(zone);
        if (outcome !== 'unanswered') this.#noteAnswer();
        else if (sentAt >= this.#silentSince) this.#noteSilence();
        if (!this.#isStopped) this.#settle(zone, { refusals, outcome });
      },
    });
  }

  add(zone: string): void {
    const waiting = this.#queue.find(zone);
    // A new change is sent at once, even when earlier ones failed.
    const soon = this.#options.clock.now() + spacingMs;
    this.#queue.put(zone, { refusals: 0 }, Math.min(waiting?.notBefore ?? 0, soon));
  }

  announceRefused(): void {
    const notBefore = this.#options.clock.now() + afterCatalogMs;
    this.#queue.hasten(({ refusals }) => refusals > 0, notBefore);
  }

  stop(): void {
    this.#isStopped = true;
    this.#queue.stop();
    this.#sockets.close();
  }

  drain(): Promise<void> {
    return this.#queue.drain();
  }

  async #notify(zone: string): Promise<NotifyOutcome> {
    const { secondary } = this;
    const { name } = secondary;
    const { clock, random, log, sources, stopping } = this.#options;
    const message = makeNotify(random.below(65_536), { zone: Name.parse(zone) });
    try {
      const { reply, at } = await exchangeInTurn(message, {
        secondary,
        sources,
        stopping,
        first: this.#answeredAt,
        send: (...exchange) => this.#sockets.exchange(...exchange),
        timeoutMs: answerMs,
        nowSeconds: () => Math.floor(clock.now() / 1_000),
        acceptsUnsignedErrors: true,
      });
      this.#answeredAt = at;
      if (reply.rcode === rcodes.NOERROR) return 'taken';
      log.debug({ zone, secondary: name, rcode: reply.rcode }, 'NOTIFY was refused');
      return 'refused';
    } catch (error) {
      log.debug({ zone, secondary: name, err: error }, 'NOTIFY had no answer');
      return 'unanswered';
    }
  }

  #noteAnswer(): void {
    this.#silences = 0;
    this.#queue.noteAnswer();
  }

  #noteSilence(): void {
    this.#silences += 1;
    this.#silentSince = this.#options.clock.now();
    this.#queue.noteSilence(backoffMs(this.#silences));
  }

  #settle(zone: string, end: { readonly refusals: number; readonly outcome: NotifyOutcome }): void {
    const { outcome } = end;
    const now = this.#options.clock.now();
    this.#options.onOutcome?.(outcome, { zone, secondary: this.secondary.name });
    const again = this.#queue.find(zone);
    if (outcome === 'taken') {
      if (again === undefined) return;
      this.#queue.put(zone, again.task, Math.max(again.notBefore, now + spacingMs));
      return;
    }
    const refusals = outcome === 'refused' ? end.refusals + 1 : end.refusals;
    if (again !== undefined || refusals > refusalsMax) return;
    this.#queue.put(zone, { refusals }, outcome === 'refused' ? now + backoffMs(refusals) : now);
  }
}

function backoffMs(tries: number): number {
  return Math.min(backoffFirstMs * 2 ** (tries - 1), backoffMaxMs);
}

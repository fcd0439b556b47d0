/**
 * Asks every secondary regularly whether it answers at all. Without it a dead secondary would be noticed
 * only with the next change of a zone. Its state is stored; where it changes, one process logs it and
 * mails the operator.
 */
import { secondMs } from '@hostmaster/contract/durations';
import { makeQuery, Name, rrTypes } from '@hostmaster/dns';
import { inParallel } from '../../base/in-parallel.ts';
import { Loop } from '../../base/loop.ts';
import { noChange } from '../../changes/change.ts';
import { persist, persistChange } from '../../changes/persist.ts';
import { personalMail } from '../../notices/new-mail.ts';
import type { NoticeLinks } from '../../notices/notices.ts';
import { secondaryAlert } from '../../notices/secondary-notices.ts';
import { lockSecondary } from '../../storage/queries/secondaries/secondaries.ts';
import { update, updateAll } from '../../storage/row-write.ts';
import { type StoredSecondary, secondaries } from '../../storage/tables/secondaries/secondaries.ts';
import { exchangeInTurn } from './exchange-in-turn.ts';
import type { SampleOptions } from './newest-change.ts';
import type { Secondary } from './secondaries.ts';

export interface ReachabilityOptions
  extends Pick<
    SampleOptions,
    'database' | 'secondaries' | 'clock' | 'random' | 'sources' | 'stopping' | 'log'
  > {
  /** The name of the catalog zone. Any answer about it will do, a refusal too. */
  readonly catalog: string;
  /** Who gets the mails; null for no one. */
  readonly operatorEmail: string | null;
  readonly links: NoticeLinks;
}

const everyMs = 10 * secondMs;
const answerMs = 2 * secondMs;
/** A lost packet is no outage. */
const triesPerLook = 2;
/** So many looks in a row without an answer are one. */
const missesMax = 2;
const atOnce = 16;
/** Another process has reached it: the fault is between this one and the secondary. */
const reachedElsewhereMs = 1.5 * everyMs;

export class Reachability {
  readonly #options: ReachabilityOptions;
  readonly #loop: Loop;
  /** Looks without an answer in a row, by secondary. */
  #misses = new Map<string, number>();

  constructor(options: ReachabilityOptions) {
    this.#options = options;
    this.#loop = new Loop({
      run: () => this.#look(),
      restMs: everyMs,
      onError: (error) =>
        options.log.warn({ err: error }, 'asking whether secondaries answer failed; trying again'),
    });
  }

  start(): void {
    this.#loop.start();
  }

  async stop(): Promise<void> {
    await this.#loop.stop();
  }

  async #look(): Promise<void> {
    const { database, clock, stopping } = this.#options;
    const list = await this.#options.secondaries.list();
    const looks = await inParallel(list, atOnce, async (secondary) => ({
      name: secondary.name,
      isReached: await this.#answers(secondary),
    }));
    if (stopping.aborted) return;
    const reached = looks.flatMap(({ name, isReached }) => (isReached ? [name] : []));
    if (reached.length > 0) {
      const reachedAt = clock.now();
      await persistChange(database, {
        rows: [updateAll(secondaries, { name: reached }, { reachedAt })],
      });
    }
    const misses = new Map<string, number>();
    for (const { name, isReached } of looks) {
      const count = isReached ? 0 : (this.#misses.get(name) ?? 0) + 1;
      misses.set(name, count);
      if (isReached || count >= missesMax) await this.#settle(name, isReached);
    }
    this.#misses = misses;
  }

  async #answers(secondary: Secondary): Promise<boolean> {
    const { clock, random, sources, stopping, catalog } = this.#options;
    const question = { name: Name.parse(catalog), type: rrTypes.SOA };
    for (let attempt = 0; attempt < triesPerLook && !stopping.aborted; attempt += 1) {
      const isAnswered = await exchangeInTurn(makeQuery(random.below(65_536), question), {
        secondary,
        sources,
        stopping,
        first: 0,
        timeoutMs: answerMs,
        nowSeconds: () => Math.floor(clock.now() / 1_000),
        acceptsUnsignedErrors: true,
      }).then(
        () => true,
        () => false,
      );
      if (isAnswered) return true;
    }
    return false;
  }

  /** Stores a change of its state, with the mail about it. Other processes ask it, too. */
  async #settle(name: string, isReached: boolean): Promise<void> {
    const { database, clock, log } = this.#options;
    const now = clock.now();
    const since = await persist(database, {
      keys: [`secondary ${name}`],
      owner: '',
      commit: 'alone',
      load: (reader) => reader.first(lockSecondary, { name }),
      decide: (stored) => {
        const change = stored === undefined ? null : changeOf(stored, { isReached, now });
        if (change === null) return { answer: null, change: noChange };
        return {
          answer: change.since,
          change: {
            rows: [update(secondaries, { name }, { unreachableSince: isReached ? null : now })],
            mails: this.#mails({ name, isReached, since: change.since, at: now }),
          },
        };
      },
    });
    if (since === null) return;
    const facts = { secondary: name, since: new Date(since).toISOString() };
    if (isReached) log.info(facts, 'a secondary answers again');
    else log.error(facts, 'a secondary does not answer: see "hostmaster secondary check"');
  }

  #mails({ at, ...facts }: Parameters<typeof secondaryAlert>[1] & { readonly at: number }) {
    const { operatorEmail: recipient, links } = this.#options;
    if (recipient === null) return [];
    return [personalMail({ cause: null, recipient, at, notice: secondaryAlert(links, facts) })];
  }
}

/** When the outage began that begins or ends now; null when the stored state is right. */
function changeOf(
  { unreachableSince, reachedAt }: Pick<StoredSecondary, 'unreachableSince' | 'reachedAt'>,
  { isReached, now }: { readonly isReached: boolean; readonly now: number },
): { readonly since: number } | null {
  if (isReached) return unreachableSince === null ? null : { since: unreachableSince };
  const isReachedElsewhere = reachedAt !== null && now - reachedAt < reachedElsewhereMs;
  return unreachableSince !== null || isReachedElsewhere ? null : { since: now };
}

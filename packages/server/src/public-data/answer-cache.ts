/**
 * Serialised answers, by the path that was asked for. An answer is used only while it was made from what
 * is stored now: either nothing was written meanwhile, or its data is read again and compared. So a
 * cache can never show an owner who has just become private (ADR 0028).
 */
import { hash } from 'node:crypto';
import { minuteMs } from '@hostmaster/contract/durations';
import { LRUCache } from 'lru-cache';

export interface CachedAnswer {
  /** A text: with the headers it is one write to the connection, bytes are a second one. */
  readonly body: string;
  /** Weak: the time at which the data was read is not part of it. */
  readonly tag: string;
}

interface Entry extends CachedAnswer {
  readonly madeFrom: string;
  readonly madeAt: number;
  /** The version of the store when the data was last compared. */
  version: number | null;
}

/** Taken before the facts are read. */
export interface Moment {
  /** Null where only the facts can tell whether something has changed. */
  readonly version: number | null;
  readonly now: number;
}

type Make = () => Promise<{ readonly answer: object; readonly readAt?: string }>;

const entriesMax = 2_000;
const keyLengthMax = 300;
/** An answer says when its data was read; that is never longer ago. */
const ageMsMax = minuteMs;

export class AnswerCache {
  readonly #entries = new LRUCache<string, Entry>({ max: entriesMax });

  /** The answer, if nothing at all was written since it was last compared. */
  unchanged(key: string, { version, now }: Moment): CachedAnswer | undefined {
    if (version === null) return undefined;
    const known = this.#entries.get(key);
    return known?.version === version && isYoung(known, now) ? known : undefined;
  }

  /** `make` also returns how the answer says when it was read, which is left out of the tag. */
  get(
    key: string,
    facts: object,
    { moment, make }: { readonly moment: Moment; readonly make: Make },
  ): CachedAnswer | Promise<CachedAnswer> {
    const { version, now } = moment;
    const madeFrom = JSON.stringify(facts);
    const known = this.#entries.get(key);
    if (known?.madeFrom !== madeFrom || !isYoung(known, now)) {
      return this.#add(key, { madeFrom, madeAt: now, version }, make);
    }
    known.version = version;
    return known;
  }

  async #add(
    key: string,
    made: Omit<Entry, keyof CachedAnswer>,
    make: Make,
  ): Promise<CachedAnswer> {
    const { answer, readAt } = await make();
    const body = JSON.stringify(answer);
    const lasting = readAt === undefined ? body : body.replaceAll(readAt, '');
    const tag = `W/"${hash('sha256', lasting, 'base64url').slice(0, 22)}"`;
    const entry = { body, tag, ...made };
    if (key.length <= keyLengthMax) this.#entries.set(key, entry);
    return entry;
  }
}

function isYoung({ madeAt }: Entry, now: number): boolean {
  return now - madeAt < ageMsMax;
}

/**
 * Serialised answers, by the path that was asked for. An answer is used only while it was made from what
 * is stored now: its data is read for each request, so a cache can never show an owner who has just
 * become private (ADR 0028).
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
}

interface Source {
  readonly facts: object;
  readonly now: number;
}

type Make = () => Promise<{ readonly answer: object; readonly readAt?: string }>;

const entriesMax = 2_000;
const keyLengthMax = 300;
/** An answer says when its data was read; that is never longer ago. */
const ageMsMax = minuteMs;

export class AnswerCache {
  readonly #entries = new LRUCache<string, Entry>({ max: entriesMax });

  /** `make` also returns how the answer says when it was read, which is left out of the tag. */
  get(key: string, from: Source, make: Make): CachedAnswer | Promise<CachedAnswer> {
    const madeFrom = JSON.stringify(from.facts);
    const known = this.#entries.get(key);
    if (known?.madeFrom === madeFrom && from.now - known.madeAt < ageMsMax) return known;
    return this.#add(key, { madeFrom, madeAt: from.now }, make);
  }

  async #add(
    key: string,
    made: Pick<Entry, 'madeFrom' | 'madeAt'>,
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

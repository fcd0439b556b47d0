/**
 * Hash chains: the hash of each link covers its entry and the link before it, so that no entry can be
 * changed, removed or moved without changing every later hash (docs/adr/0041).
 */
import { hash, randomUUID } from 'node:crypto';
import { dayMs } from '@hostmaster/contract/durations';

/** Stands before the first link. */
export const chainStart = '0'.repeat(64);

/** SHA-256 of the UTF-8 text, in hexadecimal. */
export function sha256Hex(text: string): string {
  return hash('sha256', text);
}

/** Storage computes the same, where the link before is known. */
export function linkHash(previous: string, digest: string): string {
  return sha256Hex(previous + digest);
}

/** Keeps what was erased from being guessed by its digest: 122 random bits. */
export function newSalt(): string {
  return randomUUID();
}

/** A text as both engines store it. */
export function storedText(text: string): string {
  return text.toWellFormed().replaceAll('\0', '\ufffd');
}

/** The number and the hash of a link. */
export interface ChainPoint {
  readonly seq: number;
  readonly hash: string;
}

/** Checks links that are given in their order. The first problem ends it. */
export class ChainCheck {
  #next: number;
  #previous: string;

  constructor(start: { readonly firstSeq: number; readonly anchor: string }) {
    this.#next = start.firstSeq;
    this.#previous = start.anchor;
  }

  /** `digest`: of the entry as it is now; null when there is none. Returns the problem, if any. */
  take(
    link: { readonly seq: number; readonly entryId: string; readonly hash: string },
    digest: string | null,
  ): string | null {
    const { seq, entryId } = link;
    if (seq !== this.#next) return `Entry ${this.#next} is missing.`;
    if (digest === null) return `Entry ${seq} (${entryId}) is missing.`;
    if (linkHash(this.#previous, digest) !== link.hash) {
      return `Entry ${seq} (${entryId}) is not as it was written.`;
    }
    this.#next = seq + 1;
    this.#previous = link.hash;
    return null;
  }

  /** After the last link: whether it has the number of the last that was written. */
  end(lastSeq: number): string | null {
    if (this.#next <= lastSeq) return `Entry ${this.#next} is missing.`;
    return this.#next === lastSeq + 1 ? null : `Entry ${lastSeq + 1} was added by other means.`;
  }

  /** The last link that was taken, or the one before the first. */
  get head(): ChainPoint {
    return { seq: this.#next - 1, hash: this.#previous };
  }
}

/** Processes of the version before may write entries without a link this long after the first link. */
const rolloutMs = dayMs;

/** The time from which every entry must have a link; null while there is no link. */
export function linkedFrom(chainedAt: number | null): number | null {
  return chainedAt === null ? null : chainedAt + rolloutMs;
}

/** The first entry without a link, of those behind an id. */
export async function findUnlinked(
  read: (after: string) => Promise<readonly { readonly id: string; readonly seq: number | null }[]>,
  start: string,
): Promise<string | null> {
  for (let after = start; ; ) {
    const page = await read(after);
    const unlinked = page.find(({ seq }) => seq === null);
    if (unlinked !== undefined) return unlinked.id;
    const last = page.at(-1);
    if (last === undefined) return null;
    after = last.id;
  }
}

/**
 * How many names one check may have. Registries differ and answer more with 2004 or 2306, so a
 * refused check is split in two, and the size that passed is used from then on.
 */
import { Refused } from './outcomes.ts';

const tooManyCodes: ReadonlySet<number> = new Set([2004, 2306]);

export class CheckLimit {
  #namesMax: number;

  constructor(namesMax: number) {
    this.#namesMax = namesMax;
  }

  get namesMax(): number {
    return this.#namesMax;
  }

  /** Answers for all names. `onRefused` answers for a name that is refused on its own. */
  async ask<Answer>(
    names: readonly string[],
    question: (names: readonly string[]) => Promise<readonly Answer[]>,
    onRefused: (name: string, refusal: Refused) => Answer,
  ): Promise<readonly Answer[]> {
    const size = this.#namesMax;
    const chunks = Array.from({ length: Math.ceil(names.length / size) }, (_, index) =>
      names.slice(index * size, (index + 1) * size),
    );
    const asked = await Promise.all(
      chunks.map((chunk) => this.#askChunk(chunk, { question, onRefused })),
    );
    return asked.flatMap(({ answers }) => answers);
  }

  /** `isWhole`: the registry answered for all these names at once. */
  async #askChunk<Answer>(
    names: readonly string[],
    how: {
      readonly question: (names: readonly string[]) => Promise<readonly Answer[]>;
      readonly onRefused: (name: string, refusal: Refused) => Answer;
    },
  ): Promise<{ readonly answers: readonly Answer[]; readonly isWhole: boolean }> {
    try {
      return { answers: await how.question(names), isWhole: true };
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      const [first, ...others] = names;
      if (first !== undefined && others.length === 0) {
        return { answers: [how.onRefused(first, error)], isWhole: false };
      }
      const isTooMany = tooManyCodes.has(error.code);
      const size = isTooMany ? Math.ceil(names.length / 2) : 1;
      const parts = Array.from({ length: Math.ceil(names.length / size) }, (_, index) =>
        names.slice(index * size, (index + 1) * size),
      );
      const asked = await Promise.all(parts.map((part) => this.#askChunk(part, how)));
      // Otherwise one of the names was refused, and not their number.
      if (isTooMany && asked.every(({ isWhole }) => isWhole)) {
        this.#namesMax = Math.min(this.#namesMax, size);
      }
      return { answers: asked.flatMap(({ answers }) => answers), isWhole: false };
    }
  }
}

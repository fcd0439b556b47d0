/** Times until something is served, and how they are shown. */
export class Figures {
  readonly #times: number[] = [];

  add(ms: number): void {
    this.#times.push(ms);
  }

  /** The time that this share of all times does not exceed. */
  at(share: number): number {
    const sorted = this.#times.toSorted((a, b) => a - b);
    return sorted[Math.ceil(sorted.length * share) - 1] ?? Number.POSITIVE_INFINITY;
  }

  toString(): string {
    const [half, most, all] = [0.5, 0.99, 1].map((share) => `${Math.round(this.at(share))} ms`);
    return `median ${half}, p99 ${most}, longest ${all} (${this.#times.length})`;
  }
}

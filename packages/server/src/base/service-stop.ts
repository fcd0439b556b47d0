/**
 * The two moments of a stop. When it begins, calls that can be repeated without harm end at once.
 * When it is overdue, all others end too: mails and registry commands, which their jobs settle after
 * the next start.
 */
export class ServiceStop {
  readonly #begun = new AbortController();
  readonly #overdue = new AbortController();
  #timer: NodeJS.Timeout | null = null;

  get begun(): AbortSignal {
    return this.#begun.signal;
  }

  get overdue(): AbortSignal {
    return this.#overdue.signal;
  }

  begin(graceMs: number): void {
    this.#begun.abort();
    this.#timer ??= setTimeout(() => this.#overdue.abort(), graceMs);
  }

  /** Everything has ended: nothing waits for the grace any more. */
  end(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#begun.abort();
    this.#overdue.abort();
  }
}

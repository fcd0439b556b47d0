/**
 * What a sweeper has already handled today. The outbox prevents duplicate mails; this cache only
 * avoids repeating the query for each domain of a large workspace.
 */
import { dayMs } from '@hostmaster/contract/durations';

export class OnceADay {
  readonly #done = new Set<string>();
  #day = 0;

  isDone(subject: string, now: number): boolean {
    this.#turnTo(now);
    return this.#done.has(subject);
  }

  note(subject: string, now: number): void {
    this.#turnTo(now);
    this.#done.add(subject);
  }

  #turnTo(now: number): void {
    const day = Math.floor(now / dayMs);
    if (day === this.#day) return;
    this.#day = day;
    this.#done.clear();
  }
}

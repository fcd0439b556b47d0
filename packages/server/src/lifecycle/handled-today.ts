/**
 * What a sweeper has already handled today. The outbox prevents duplicate mails; this cache only
 * avoids repeating the query for each domain of a large workspace.
 */
import { dayMs } from '@hostmaster/contract/durations';

export class HandledToday {
  readonly #done = new Set<string>();
  #day = 0;

  isDone(subject: string, now: number): boolean {
    this.#startDay(now);
    return this.#done.has(subject);
  }

  add(subject: string, now: number): void {
    this.#startDay(now);
    this.#done.add(subject);
  }

  #startDay(now: number): void {
    const day = Math.floor(now / dayMs);
    if (day === this.#day) return;
    this.#day = day;
    this.#done.clear();
  }
}

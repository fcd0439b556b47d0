/**
 * Look-ups of people in workspaces. Each workspace has a few at a time and its own answers of the
 * last minutes: an answer that another has asked for would come sooner, and tell so.
 */
import { minuteMs } from '@hostmaster/contract/durations';
import { LRUCache } from 'lru-cache';
import type { DomainSummary } from '../../rdap/summary.ts';
import { QuestionSlots } from '../../registrars/question-slots.ts';
import type { HostmasterReader } from '../../storage/schema.ts';
import { type LookUpSources, lookUpDomain } from './look-up-domain.ts';

export interface ShownLookUp {
  readonly kind: 'found' | 'not-found' | 'no-server' | 'unavailable';
  /** The host that answered, or would have. */
  readonly server: string | null;
  readonly summary: DomainSummary | null;
}

const inFlightMax = 4;
const answersMax = 2_000;
const keptMs = 10 * minuteMs;

export class WorkspaceLookUps {
  readonly #sources: LookUpSources;
  readonly #slots = new QuestionSlots(inFlightMax);
  readonly #answers = new LRUCache<string, ShownLookUp>({ max: answersMax, ttl: keptMs });

  constructor(sources: LookUpSources) {
    this.#sources = sources;
  }

  async lookUp(
    reader: HostmasterReader,
    question: {
      readonly workspaceId: string;
      readonly name: string;
      readonly at: number;
      readonly signal: AbortSignal;
    },
  ): Promise<ShownLookUp> {
    const { workspaceId, name } = question;
    const key = `${workspaceId} ${name}`;
    const known = this.#answers.get(key);
    if (known !== undefined) return known;
    const free = await this.#slots.acquire(workspaceId, question.signal);
    try {
      const found = await lookUpDomain(reader, this.#sources, question);
      const url = found.kind === 'no-server' ? null : found.url;
      const shown = {
        kind: found.kind,
        server: url === null ? null : new URL(url).host,
        summary: found.kind === 'found' ? found.summary : null,
      };
      if (found.kind !== 'unavailable') this.#answers.set(key, shown);
      return shown;
    } finally {
      free();
    }
  }
}

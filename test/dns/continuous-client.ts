/** A client of a validating resolver that asks all the time, and notes every answer that is wrong. */
import { setTimeout as rest } from 'node:timers/promises';
import type { ApiClient } from '@hostmaster/test-rig/api-client';
import { until } from '@hostmaster/test-rig/service';
import type { ValidatingResolver } from './validating-resolver.ts';

/** What the client asks for. */
export async function createAskedRecords(
  client: ApiClient,
  { domain, names }: { readonly domain: string; readonly names: number },
): Promise<void> {
  const creates = [
    ...Array.from({ length: names }, (_, index) => ({
      type: 'A' as const,
      name: `n${index}.steady`,
      value: '192.0.2.1',
    })),
    { type: 'A' as const, name: '*.any', value: '192.0.2.2' },
  ];
  await until('the domain is registered', async () => {
    return (await client.request('changeRecords', { domain, creates })).status === 200;
  });
}

/** Whether the client asks for the records at this name. */
export function isAsked(name: string): boolean {
  return /^n\d+\.steady$/.test(name) || name === '*.any';
}

/** Asks for names that exist (`n0.steady`…), that a wildcard stands for (`*.any`), and that do not exist. */
export class ContinuousClient {
  readonly faults: string[] = [];
  answers = 0;
  /** What happens meanwhile, for the faults. */
  phase: string | null = null;
  readonly #resolver: ValidatingResolver;
  readonly #domain: string;
  readonly #names: number;
  readonly #random: () => number;
  readonly #restMs: number;
  readonly #ended: Promise<void>;
  #isStopping = false;

  constructor(options: {
    readonly resolver: ValidatingResolver;
    readonly domain: string;
    /** How many of them exist. */
    readonly names: number;
    readonly random: () => number;
    /** Between four questions; absent: it asks without a rest. */
    readonly restMs?: number;
  }) {
    this.#resolver = options.resolver;
    this.#domain = options.domain;
    this.#names = options.names;
    this.#random = options.random;
    this.#restMs = options.restMs ?? 0;
    this.#ended = this.#run();
  }

  async untilAnswers(more: number): Promise<void> {
    const wanted = this.answers + more;
    await until('the client has more answers', async () => this.answers >= wanted);
  }

  async stop(): Promise<void> {
    this.#isStopping = true;
    await this.#ended;
  }

  async #run(): Promise<void> {
    for (let turn = 0; !this.#isStopping; turn += 1) {
      await this.#forget();
      const questions = [
        [`n${turn % this.#names}.steady.${this.#domain}`, '192.0.2.1'],
        [`x${turn}.any.${this.#domain}`, '192.0.2.2'],
        [`x${turn}.steady.${this.#domain}`, 'no name'],
        [`any.${this.#domain}`, 'no data'],
      ] as const;
      for (const [name, wanted] of questions) {
        const answer = await this.#resolver.ask(name);
        if (answer !== wanted) this.faults.push(`${this.phase}: ${name} is ${answer}`);
        this.answers += 1;
      }
      if (this.#restMs > 0) await rest(this.#restMs);
    }
  }

  /** Resolvers forget each thing at a time of its own. */
  async #forget(): Promise<void> {
    const draw = this.#random();
    if (draw < 0.1) await this.#resolver.control('flush_type', this.#domain, 'DS');
    else if (draw < 0.2) await this.#resolver.control('flush_type', this.#domain, 'DNSKEY');
    else if (draw < 0.25) await this.#resolver.control('flush_zone', this.#domain);
  }
}

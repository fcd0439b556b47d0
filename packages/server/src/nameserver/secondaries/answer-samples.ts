/** Asks secondaries about the newest changes of some zones, as a resolver asks, and records the result. */
import { minuteMs } from '@hostmaster/contract/durations';
import type { Logger } from 'pino';
import { Loop } from '../../base/loop.ts';
import { listSampleZones } from '../../storage/queries/secondaries/secondary-exchanges.ts';
import type { HostmasterDatabase } from '../../storage/schema.ts';
import type { ExchangeLog } from './exchange-log.ts';
import { type AskOptions, askNewestChange, readNewestChange } from './newest-change.ts';
import type { Secondary, SecondaryDirectory } from './secondaries.ts';

export interface AnswerSamplesOptions extends AskOptions {
  readonly database: HostmasterDatabase;
  readonly secondaries: SecondaryDirectory;
  readonly exchanges: ExchangeLog;
  readonly log: Logger;
  readonly onSample?: (sample: { readonly secondary: string; readonly isRight: boolean }) => void;
}

const everyMs = 30_000;
const recentMs = 10 * minuteMs;
const zonesMax = 10;

export class AnswerSamples {
  readonly #options: AnswerSamplesOptions;
  readonly #loop: Loop;

  constructor(options: AnswerSamplesOptions) {
    this.#options = options;
    this.#loop = new Loop({
      run: () => this.sample(),
      restMs: everyMs,
      onError: (error) =>
        options.log.warn({ err: error }, 'asking secondaries failed; trying again'),
    });
  }

  start(): void {
    this.#loop.start();
  }

  async stop(): Promise<void> {
    await this.#loop.stop();
  }

  async sample(): Promise<void> {
    const secondaries = await this.#options.secondaries.list();
    await Promise.all(secondaries.map((secondary) => this.#sampleOne(secondary)));
  }

  async #sampleOne(secondary: Secondary): Promise<void> {
    const { database, clock, exchanges, log, onSample } = this.#options;
    const since = clock.now() - recentMs;
    const wanted = { secondary: secondary.name, since, limit: zonesMax };
    for (const { zone } of await database.all(listSampleZones, wanted)) {
      if (this.#loop.isStopping) return;
      const change = await readNewestChange(database, zone);
      const problem = await askNewestChange(secondary, change, this.#options);
      const place = { zone, secondary: secondary.name };
      exchanges.note(place, { sampledAt: clock.now(), sampleProblem: problem });
      onSample?.({ secondary: secondary.name, isRight: problem === null });
      if (problem !== null) log.warn({ ...place, problem }, 'a secondary gives a wrong answer');
    }
  }
}

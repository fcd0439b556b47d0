import { setImmediate as nextTurn } from 'node:timers/promises';
import { pino } from 'pino';
import { expect, it } from 'vitest';
import { systemRandom } from '../../base/random.ts';
import { Notifier } from './notifier.ts';
import type { SecondaryDirectory } from './secondaries.ts';

it('a zone announced at any moment is spread without waiting for another', async () => {
  for (let moment = 0; moment < 12; moment += 1) {
    let spreads = 0;
    const secondaries = {
      list: async () => {
        spreads += 1;
        return [];
      },
    } as Partial<SecondaryDirectory> as SecondaryDirectory;
    const log = pino({ level: 'silent' });
    const notifier = new Notifier({
      secondaries,
      catalog: null,
      sources: [],
      stopping: new AbortController().signal,
      clock: { now: () => 0 },
      random: systemRandom,
      log,
    });
    notifier.announce('first.example');
    for (let count = 0; count < moment; count += 1) await null;
    notifier.announce('second.example');
    await nextTurn();
    expect(spreads, `after ${moment} microtasks`).toBe(2);
  }
});

/** State of one service instance. Two instances in one process share only the time. */
import { type MachineClock, systemClock } from '../base/clock.ts';
import { EventBus } from '../base/events.ts';
import { type RandomSource, systemRandom } from '../base/random.ts';

export interface Runtime {
  readonly clock: MachineClock;
  readonly random: RandomSource;
  readonly events: EventBus;
}

export function createRuntime(): Runtime {
  return { clock: systemClock, random: systemRandom, events: new EventBus() };
}

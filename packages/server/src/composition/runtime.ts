/** State of one service instance. Two instances in one process share only the time. */
import { type MachineClock, systemClock } from '../base/clock.ts';
import { EventBus } from '../base/events.ts';
import { type RandomSource, systemRandom } from '../base/random.ts';
import { ServiceStop } from '../base/service-stop.ts';

export interface Runtime {
  readonly clock: MachineClock;
  readonly random: RandomSource;
  readonly events: EventBus;
  readonly stop: ServiceStop;
}

export function createRuntime(): Runtime {
  return {
    clock: systemClock,
    random: systemRandom,
    events: new EventBus(),
    stop: new ServiceStop(),
  };
}

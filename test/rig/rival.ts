/** The other registrar at the registry of a service under test: it asks for names of the service. */

import { rivalId } from '@hostmaster/registry';
import {
  locationOf,
  openSandboxRegistrar,
} from '../../packages/server/src/adapters/sandbox/open-sandbox-registrar.ts';
import type { SandboxRegistrar } from '../../packages/server/src/adapters/sandbox/sandbox-registrar.ts';
import { systemClock } from '../../packages/server/src/base/clock.ts';
import { calendarNow } from '../../packages/server/src/composition/open-stores.ts';
import type { TestService } from './service.ts';

/** The caller closes it. */
export function openRival(
  service: Pick<TestService, 'place' | 'database'>,
): Promise<SandboxRegistrar> {
  return openSandboxRegistrar({
    ...locationOf(service.place),
    machineClock: systemClock,
    calendarNow: () => calendarNow(service.database, systemClock),
    delayMs: 0,
    clientId: rivalId,
  });
}

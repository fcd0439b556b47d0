/** The sandbox registry's own store, whether the service reaches it directly or over EPP. */
import type { SandboxRegistry } from '@hostmaster/registry';
import { locationOf, openSandboxRegistry } from '../../adapters/sandbox/open-sandbox-registrar.ts';
import type { MachineClock } from '../../base/clock.ts';
import { CommandError, configOf, type StoreFlags, withStores } from '../command.ts';

export async function withRegistry(
  flags: StoreFlags,
  run: (registry: SandboxRegistry, clock: MachineClock) => Promise<void>,
): Promise<void> {
  const config = configOf(flags);
  if (config.mode !== 'sandbox')
    throw new CommandError('This registry exists in the sandbox only.');
  await withStores(flags, async ({ clock, now }) => {
    const registry = await openSandboxRegistry({
      ...locationOf(config),
      machineClock: clock,
      calendarNow: now,
      delayMs: config.sandboxDelayMs,
    });
    try {
      await run(registry, clock);
    } finally {
      await registry.close();
    }
  });
}

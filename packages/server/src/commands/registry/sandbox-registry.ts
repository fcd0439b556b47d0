/** The sandbox registry's own store, whether the service reaches it directly or over EPP. */
import type { SandboxRegistry } from '@hostmaster/registry';
import { locationOf, openSandboxRegistry } from '../../adapters/sandbox/open-sandbox-registrar.ts';
import {
  type CommandContext,
  CommandError,
  configOf,
  type StoreFlags,
  withStores,
} from '../command.ts';

export async function withRegistry(
  flags: StoreFlags,
  run: (
    registry: SandboxRegistry,
    stores: Pick<CommandContext, 'clock' | 'database'>,
  ) => Promise<void>,
): Promise<void> {
  const config = configOf(flags);
  if (config.mode !== 'sandbox')
    throw new CommandError('This registry exists in the sandbox only.');
  await withStores(flags, async ({ clock, database, now }) => {
    const registry = await openSandboxRegistry({
      ...locationOf(config),
      machineClock: clock,
      calendarNow: now,
      delayMs: config.sandboxDelayMs,
    });
    try {
      await run(registry, { clock, database });
    } finally {
      await registry.close();
    }
  });
}

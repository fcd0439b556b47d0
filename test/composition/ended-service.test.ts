/** A service that has ended leaves nothing in its process: no timer, no observer, no memory. */
import { collectGarbage } from '@hostmaster/test-rig/collect-garbage';
import { describeOnBothEngines, type TestEngine } from '@hostmaster/test-rig/engines';
import { TestService, until } from '@hostmaster/test-rig/service';
import { expect, it } from 'vitest';
import type { HostmasterDatabase } from '../../packages/server/src/storage/schema.ts';

describeOnBothEngines('a service that has ended', (engine) => {
  it('is freed from memory', async () => {
    const ended = await runService(engine);
    const isFreed = until('its database is freed', () => {
      collectGarbage();
      return ended.deref() === undefined;
    });
    await expect(isFreed).resolves.toBe(true);
  });
});

/** In a function of its own, whose variables are gone when it returns. */
async function runService(engine: TestEngine): Promise<WeakRef<HostmasterDatabase>> {
  const service = new TestService(engine, {});
  await service.start();
  const { client } = await service.workspace();
  await service.liveDomain(client);
  const database = new WeakRef(service.database);
  await service.stop();
  return database;
}

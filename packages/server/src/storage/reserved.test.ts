import { describeOnBothEngines } from '@hostmaster/test-rig/engines';
import { expect, it } from 'vitest';
import { readMigrations } from './migrate.ts';
import { findZone } from './queries/zones/zones.ts';
import type { Schema } from './schema.ts';

const migrations = readMigrations(new URL('./migrations/', import.meta.url));

describeOnBothEngines('reserved connections', (engine) => {
  it('hole 4: answer while customers hold all snapshots', async () => {
    const db = await engine.open<Schema>({ migrations });
    const gate = Promise.withResolvers<void>();
    const held = Array.from({ length: 20 }, () =>
      db.snapshot(async (reader) => {
        await reader.first(findZone, { name: 'a.com' });
        await gate.promise;
      }),
    );
    const name = 'b.com';
    expect(
      await db.reserved.snapshot((reader) => reader.first(findZone, { name })),
    ).toBeUndefined();
    expect(await db.reserved.first(findZone, { name })).toBeUndefined();
    await db.ping();
    gate.resolve();
    await Promise.all(held);
  });
});

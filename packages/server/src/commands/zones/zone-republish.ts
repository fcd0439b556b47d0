/** hostmaster zone republish: every secondary fetches every zone again, as after a restore. */
import type { Command } from 'commander';
import { persist } from '../../changes/persist.ts';
import { republishZones } from '../../operations/zones/republish-zones.ts';
import { type StoreFlags, storeCommand, withStores } from '../command.ts';
import { print } from '../print.ts';

export function addZoneRepublish(zone: Command): void {
  storeCommand(
    zone,
    'republish',
    'give every zone a new serial so that secondaries transfer it again',
  ).action(run);
}

async function run(flags: StoreFlags): Promise<void> {
  const zones = await withStores(flags, ({ database }) => persist(database, republishZones));
  print(flags, { zones }, [
    `${zones} zones have a new serial. Secondaries will transfer them in full.`,
  ]);
}

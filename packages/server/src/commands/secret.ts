/** hostmaster secret: replaces the key that encrypts secrets at rest, while the service runs. */
import { setTimeout as delay } from 'node:timers/promises';
import { parseDurationMs } from '@hostmaster/contract/durations';
import type { Command } from 'commander';
import { addKey, removePreviousKey } from '../base/secret-file.ts';
import { resealSecrets } from '../operations/reseal-secrets.ts';
import { CommandError, type StoreFlags, storeCommand, withStores } from './command.ts';
import { print } from './print.ts';

interface RotateFlags extends StoreFlags {
  readonly wait: string;
}

export function registerSecret(program: Command): void {
  const secret = program.command('secret').description('manage the key that encrypts secrets');
  storeCommand(secret, 'rotate', 'replace the key that encrypts secrets at rest')
    .option(
      '--wait <duration>',
      'time for changes in progress to end before the previous key is removed',
      '10s',
    )
    .action(rotate);
}

/**
 * The file first gets a second key: processes seal with the new one from then on, and open with
 * both. A transaction that sealed with the previous key just before may commit during the first pass, so
 * a second pass follows after a wait. Only then the previous key is removed.
 */
async function rotate(flags: RotateFlags): Promise<void> {
  const waitMs = parseDurationMs(flags.wait);
  if (waitMs === null) {
    throw new CommandError(`--wait must be a duration such as 10s, not "${flags.wait}".`);
  }
  await withStores(flags, async ({ config, database, secrets }) => {
    addKey(config.secretFile);
    const first = await resealSecrets(database, secrets);
    await delay(waitMs);
    const second = await resealSecrets(database, secrets);
    removePreviousKey(config.secretFile);
    const resealed = first.resealed + second.resealed;
    const { unreadable } = second;
    print(flags, { secretFile: config.secretFile, resealed, unreadable }, [
      `${config.secretFile} holds a new key; ${resealed} secrets were encrypted with it.`,
      'Backups made before need the key file of that time.',
      ...unreadable.map((what) => `No key opens the ${what}. Replace it.`),
    ]);
  });
}

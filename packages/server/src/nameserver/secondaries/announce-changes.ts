/** Sends NOTIFY from processes that end right after their change, such as commands. */
import type { Logger } from 'pino';
import type { MachineClock } from '../../base/clock.ts';
import type { RandomSource } from '../../base/random.ts';
import type { SecretBox } from '../../base/secret-box.ts';
import type { HostmasterDatabase } from '../../storage/schema.ts';
import { DomainNotifier } from '../domain-secondaries/domain-notifier.ts';
import { DomainSecondaryKeys } from '../domain-secondaries/domain-secondary-keys.ts';
import { Notifier } from './notifier.ts';
import { SecondaryDirectory } from './secondaries.ts';

/** `finish` resolves when the secondaries, those of customers too, have answered or timed out. */
export function announceChanges(options: {
  readonly database: HostmasterDatabase;
  readonly secrets: SecretBox;
  readonly clock: MachineClock;
  readonly random: RandomSource;
  readonly log: Logger;
  readonly sources: readonly string[];
  readonly stopping: AbortSignal;
}): { finish(): Promise<void> } {
  const secondaries = new SecondaryDirectory({ ...options, reader: options.database });
  const notifier = new Notifier({ ...options, secondaries, catalog: null });
  const keys = new DomainSecondaryKeys(options);
  const domainNotifier = new DomainNotifier({ ...options, keys });
  // New and removed zones are announced through the catalog, by the process that writes it.
  const unsubscribe = options.database.events.subscribe('zone-changed', (change) => {
    if (change.isCatalogDue) return;
    notifier.announce(change.zone);
    domainNotifier.announce(change.zone);
  });
  return {
    async finish() {
      unsubscribe();
      await Promise.all([notifier.drain(), domainNotifier.drain()]);
      await keys.flush();
    },
  };
}

/** Where tests put themselves between the service and its adapters. */
import type { TopUpWatchTimes } from '../payments/top-up-watch.ts';
import type { WatchTimes } from '../reconciliation/registry-watch.ts';
import type { Registrar } from '../registrars/registrar.ts';
import type { HostmasterDatabase } from '../storage/schema.ts';

export interface Interposers {
  readonly database?: (database: HostmasterDatabase) => HostmasterDatabase;
  readonly registrar?: (registrar: Registrar) => Registrar;
  /** How long a worker may be silent before another takes its jobs. */
  readonly leaseMs?: number;
  /** How often registries are listened to and looked at. */
  readonly watch?: Partial<WatchTimes>;
  /** How often undecided payments are looked at. */
  readonly topUpWatch?: Partial<TopUpWatchTimes>;
}

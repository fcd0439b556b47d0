/** Hooks with which tests wrap the adapters of the service. */
import type { TopUpWatchTimes } from '../payments/top-up-watch.ts';
import type { WatchTimes } from '../reconciliation/registry-watch.ts';
import type { Registrar } from '../registrars/registrar.ts';
import type { HostmasterDatabase } from '../storage/schema.ts';

export interface Interposers {
  readonly database?: (database: HostmasterDatabase) => HostmasterDatabase;
  readonly registrar?: (registrar: Registrar) => Registrar;
  /** The lease time of a job, after which another worker may claim it. */
  readonly leaseMs?: number;
  /** How often registries are polled and domains compared. */
  readonly watch?: Partial<WatchTimes>;
  /** How often unpaid top-ups are checked. */
  readonly topUpWatch?: Partial<TopUpWatchTimes>;
  /** The port of nameservers of other operators, by their address. */
  readonly nameserverPort?: (address: string) => number;
}

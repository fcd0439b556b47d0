/** Observes the connections and commands to registries, for metrics and alerts. */
import type { CommandEnd, EppLogEvent, PoolStatus } from '@hostmaster/epp';

export interface RegistryObserver {
  /** Called once for each registry. */
  onPool(registry: ObservedRegistry, status: () => PoolStatus): void;
  onEvent(registry: ObservedRegistry, event: EppLogEvent): void;
  onCommand(registry: ObservedRegistry, end: CommandEnd): void;
}

export interface ObservedRegistry {
  readonly name: string;
  /** The deposit below which the operator gets a mail; null: never. */
  readonly depositAlert: number | null;
}

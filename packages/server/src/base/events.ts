/**
 * What a commit has changed, for the parts of a service that act on it at once: caches, workers,
 * NOTIFY. Processes on one PostgreSQL tell each other (storage/postgres-wake-ups.ts). Each service
 * has one bus, made in `composition/`, so two services of one process stay apart.
 */
export type ServiceEvent =
  | JobsChanged
  | JobLeased
  | ZoneChanged
  /** A zone follows a flattening target that may have no known addresses yet. */
  | { readonly kind: 'targets-added' }
  /** A zone is to be signed, signed again, or no longer. */
  | { readonly kind: 'signing-changed' }
  | { readonly kind: 'key-revoked' }
  /** A secondary has reported the serial that it has of a zone. */
  | { readonly kind: 'zone-confirmed'; readonly zone: string }
  /** The event stream of a workspace has grown. */
  | { readonly kind: 'events-added'; readonly workspaceId: string };

/** Jobs were added or made due: there may be work to claim. */
export interface JobsChanged {
  readonly kind: 'jobs-changed';
  /** The kinds of these jobs; absent where they may be of any kind. */
  readonly jobKinds?: readonly string[];
}

/** A job was added that this process runs. Other processes do not learn of it. */
export interface JobLeased {
  readonly kind: 'job-leased';
  readonly job: {
    readonly id: string;
    readonly kind: string;
    readonly lane: string;
    readonly payload: Readonly<Record<string, unknown>>;
    readonly token: string;
    readonly leaseMs: number;
  };
}

export interface ZoneChanged {
  readonly kind: 'zone-changed';
  readonly zone: string;
  /** Whether the catalog changes as well: the zone was added or removed. */
  readonly isCatalogDue: boolean;
}

export type ServiceEventKind = ServiceEvent['kind'];
type EventOf<K extends ServiceEventKind> = Extract<ServiceEvent, { kind: K }>;

export class EventBus {
  readonly #listeners = new Map<ServiceEventKind, Set<(event: ServiceEvent) => void>>();

  /** Returns the function that ends the subscription. A listener must not throw. */
  subscribe<K extends ServiceEventKind>(
    kind: K,
    listener: (event: EventOf<K>) => void,
  ): () => void {
    const listeners = this.#listeners.get(kind) ?? new Set();
    this.#listeners.set(kind, listeners);
    // A fresh function each time: the same listener may subscribe twice.
    const entry = (event: ServiceEvent) => listener(event as EventOf<K>);
    listeners.add(entry);
    return () => {
      listeners.delete(entry);
    };
  }

  publish(event: ServiceEvent): void {
    for (const listener of this.#listeners.get(event.kind) ?? []) listener(event);
  }
}

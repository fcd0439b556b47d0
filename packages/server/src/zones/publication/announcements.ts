/** Parts of this process that must act when a commit changed a zone: caches, NOTIFY, the catalog. */

export interface ZoneChange {
  readonly zone: string;
  /** Whether the catalog has to follow, too: the zone came or went. */
  readonly isCatalogDue: boolean;
}

const listeners = new Set<(change: ZoneChange) => void>();

export function onZoneChange(listener: (change: ZoneChange) => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function announceZoneChange(change: ZoneChange): void {
  for (const listener of listeners) listener(change);
}

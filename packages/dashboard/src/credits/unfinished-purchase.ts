/**
 * A registration or renewal that waits for credits. It is kept in the tab's storage, so that the
 * credits page can link back to it after the payment.
 */
import { readJson, tabStorage } from '../api/browser-storage.ts';

export interface UnfinishedPurchase {
  /** `renewals` are those of the overview, without a domain. */
  readonly kind: 'registration' | 'renewal' | 'restore' | 'transfer' | 'renewals';
  readonly domain: string;
}

export function rememberUnfinished(workspaceId: string, purchase: UnfinishedPurchase): void {
  tabStorage.set(keyOf(workspaceId), JSON.stringify(purchase));
}

export function readUnfinished(workspaceId: string): UnfinishedPurchase | null {
  const found = readJson(tabStorage, keyOf(workspaceId));
  return isPurchase(found) ? found : null;
}

export function forgetUnfinished(workspaceId: string): void {
  tabStorage.remove(keyOf(workspaceId));
}

const kinds: readonly string[] = ['registration', 'renewal', 'restore', 'transfer', 'renewals'];

function keyOf(workspaceId: string): string {
  return `unfinished ${workspaceId}`;
}

function isPurchase(found: unknown): found is UnfinishedPurchase {
  const { kind, domain } = (found ?? {}) as Partial<UnfinishedPurchase>;
  return kind !== undefined && kinds.includes(kind) && typeof domain === 'string';
}

/**
 * A registration or renewal that waits for credits. It is remembered in the tab, so that the page of
 * the credits can lead back, however long the way over the payment provider was.
 */
export interface UnfinishedPurchase {
  readonly kind: 'registration' | 'renewal';
  readonly domain: string;
}

export function rememberUnfinished(workspaceId: string, purchase: UnfinishedPurchase): void {
  try {
    sessionStorage.setItem(keyOf(workspaceId), JSON.stringify(purchase));
  } catch {
    // Storage is switched off: one finds the way back oneself.
  }
}

export function readUnfinished(workspaceId: string): UnfinishedPurchase | null {
  try {
    const found: unknown = JSON.parse(sessionStorage.getItem(keyOf(workspaceId)) ?? 'null');
    return isPurchase(found) ? found : null;
  } catch {
    return null;
  }
}

export function forgetUnfinished(workspaceId: string): void {
  try {
    sessionStorage.removeItem(keyOf(workspaceId));
  } catch {
    // Nothing was remembered.
  }
}

function keyOf(workspaceId: string): string {
  return `unfinished ${workspaceId}`;
}

function isPurchase(found: unknown): found is UnfinishedPurchase {
  const { kind, domain } = (found ?? {}) as Partial<UnfinishedPurchase>;
  return (kind === 'registration' || kind === 'renewal') && typeof domain === 'string';
}

/** The scope of a key as it is stored: `transfer` is `read` with one more permission. */
import type { Scope } from '@hostmaster/contract';
import type { ApiKey } from '../storage/tables/keys/api-keys.ts';

type StoredScope = Pick<ApiKey, 'scope' | 'transfers' | 'readsAll'>;

export function scopeOf({ scope, transfers }: Omit<StoredScope, 'readsAll'>): Scope {
  return transfers ? 'transfer' : scope;
}

export function storedScope(scope: Scope): StoredScope {
  const readsAll = scope !== 'dns';
  return scope === 'transfer'
    ? { scope: 'read', transfers: true, readsAll }
    : { scope, transfers: false, readsAll };
}

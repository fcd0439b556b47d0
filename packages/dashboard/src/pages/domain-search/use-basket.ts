/** Names that a person wants to register together, kept while the tab is open. */
import { useState } from 'react';
import { readJson, tabStorage } from '../../api/browser-storage.ts';
import { useWorkspace } from '../../api/use-workspace.ts';
import type { SearchResult } from './use-name-search.ts';

export type BasketItem = Pick<SearchResult, 'domain' | 'registerCredits' | 'renewCredits'>;

export interface Basket {
  readonly items: readonly BasketItem[];
  has(domain: string): boolean;
  /** Adds the name, or removes it. */
  toggle(item: BasketItem): void;
  clear(): void;
}

/** More than a person chooses one by one. */
const itemsMax = 100;

export function useBasket(): Basket {
  const { workspaceId } = useWorkspace();
  const key = `basket ${workspaceId}`;
  const [items, setItems] = useState(() => storedItems(key));
  const keep = (next: readonly BasketItem[]) => {
    tabStorage.set(key, JSON.stringify(next));
    setItems(next);
  };
  const has = (domain: string) => items.some((item) => item.domain === domain);
  return {
    items,
    has,
    toggle({ domain, registerCredits, renewCredits }) {
      const others = items.filter((item) => item.domain !== domain);
      const isAdded = !has(domain) && others.length < itemsMax;
      keep(isAdded ? [...others, { domain, registerCredits, renewCredits }] : others);
    },
    clear: () => keep([]),
  };
}

function storedItems(key: string): readonly BasketItem[] {
  const stored = readJson(tabStorage, key);
  return Array.isArray(stored) ? stored : [];
}

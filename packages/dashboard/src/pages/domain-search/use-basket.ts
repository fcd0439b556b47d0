/** Names that a person wants to register together, kept while the tab is open. */
import { useState } from 'react';
import { readJson, tabStorage } from '../../api/browser-storage.ts';
import { useWorkspace } from '../../api/use-workspace.ts';
import { namesMax } from './search-names.ts';
import type { SearchResult } from './use-name-search.ts';

export type BasketItem = Pick<SearchResult, 'domain' | 'registerCredits' | 'renewCredits'>;

export interface Basket {
  readonly items: readonly BasketItem[];
  has(domain: string): boolean;
  /** Adds those that are missing, as many as fit. */
  add(items: readonly BasketItem[]): void;
  /** Adds the name, or removes it. */
  toggle(item: BasketItem): void;
  clear(): void;
}

export function useBasket(): Basket {
  const { workspaceId } = useWorkspace();
  const key = `basket ${workspaceId}`;
  const [items, setItems] = useState(() => storedItems(key));
  const keep = (next: readonly BasketItem[]) => {
    tabStorage.set(key, JSON.stringify(next));
    setItems(next);
  };
  const has = (domain: string) => items.some((item) => item.domain === domain);
  const add = (more: readonly BasketItem[]) => {
    const added = more.filter(({ domain }) => !has(domain)).map(itemOf);
    keep([...items, ...added].slice(0, namesMax));
  };
  return {
    items,
    has,
    add,
    toggle(item) {
      if (has(item.domain)) keep(items.filter(({ domain }) => domain !== item.domain));
      else add([item]);
    },
    clear: () => keep([]),
  };
}

function itemOf({ domain, registerCredits, renewCredits }: BasketItem): BasketItem {
  return { domain, registerCredits, renewCredits };
}

function storedItems(key: string): readonly BasketItem[] {
  const stored = readJson(tabStorage, key);
  return Array.isArray(stored) ? stored : [];
}

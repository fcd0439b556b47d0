/** Which columns the list has: a person's choice, kept in the browser. */
import { useMemo, useState } from 'react';
import { browserStorage, readJson } from '../../api/browser-storage.ts';
import type { ListedDomain } from '../../domains/domains-query.ts';
import type { ColumnName } from './column-titles.ts';

const storageKey = 'domain-columns';
const usual: readonly ColumnName[] = ['status', 'expires', 'renewal', 'created'];

export interface ColumnChoice {
  readonly shown: ReadonlySet<string>;
  show(column: ColumnName, isShown: boolean): void;
}

/** Tags are shown from the first one on, until the person chooses. */
export function useColumnChoice(domains: readonly ListedDomain[]): ColumnChoice {
  const [chosen, setChosen] = useState(() => readJson(browserStorage, storageKey));
  return useMemo(() => {
    const hasTags = domains.some(({ tags }) => tags.length > 0);
    const shown = new Set<string>(
      Array.isArray(chosen) ? chosen : hasTags ? [...usual, 'tags'] : usual,
    );
    return {
      shown,
      show(column, isShown) {
        const next = new Set(shown);
        if (isShown) next.add(column);
        else next.delete(column);
        browserStorage.set(storageKey, JSON.stringify([...next]));
        setChosen([...next]);
      },
    };
  }, [domains, chosen]);
}

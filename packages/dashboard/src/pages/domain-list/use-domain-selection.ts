/** The domains that are selected, among those that the filter shows. */
import { useMemo, useRef, useState } from 'react';
import type { ListedDomain } from '../../domains/domains-query.ts';

export interface DomainSelection {
  /** In the order of the list. */
  readonly names: readonly string[];
  isSelected(name: string): boolean;
  /** A range goes from the domain that was changed last to this one. */
  select(name: string, isSelected: boolean, isRange: boolean): void;
  selectAll(): void;
  replace(names: readonly string[]): void;
  clear(): void;
}

export function useDomainSelection(rows: readonly ListedDomain[]): DomainSelection {
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const last = useRef<string | null>(null);
  return useMemo(
    () => ({
      // What is filtered out is not selected: an action must not surprise.
      names: rows.flatMap(({ name }) => (selected.has(name) ? [name] : [])),
      isSelected: (name) => selected.has(name),
      select(name, isSelected, isRange) {
        const from = isRange ? rows.findIndex((row) => row.name === last.current) : -1;
        const to = rows.findIndex((row) => row.name === name);
        const changed =
          from < 0
            ? [name]
            : rows.slice(Math.min(from, to), Math.max(from, to) + 1).map((row) => row.name);
        const next = new Set(selected);
        for (const each of changed) {
          if (isSelected) next.add(each);
          else next.delete(each);
        }
        last.current = name;
        setSelected(next);
      },
      selectAll: () => setSelected(new Set(rows.map(({ name }) => name))),
      replace: (names) => setSelected(new Set(names)),
      clear: () => setSelected(new Set()),
    }),
    [rows, selected],
  );
}

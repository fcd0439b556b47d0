/** The records that are selected, among those that the filter shows. */
import { useState } from 'react';
import type { DnsRecord } from './draft/record-draft.ts';

export interface Selection {
  readonly records: readonly DnsRecord[];
  isSelected(record: DnsRecord): boolean;
  select(record: DnsRecord, isSelected: boolean): void;
  selectAll(): void;
  clear(): void;
}

export function useSelection(shown: readonly DnsRecord[]): Selection {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set());
  return {
    // What is filtered out, or deleted by others, is not selected: an action must not surprise.
    records: shown.filter(({ id }) => ids.has(id)),
    isSelected: ({ id }) => ids.has(id),
    select({ id }, isSelected) {
      const next = new Set(ids);
      if (isSelected) next.add(id);
      else next.delete(id);
      setIds(next);
    },
    selectAll: () => setIds(new Set(shown.map(({ id }) => id))),
    clear: () => setIds(new Set()),
  };
}

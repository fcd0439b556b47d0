/** The list of domains as it is shown, and what changes that. */
import type { ListedDomain } from '../../domains/domains-query.ts';
import type { ListSearch } from './list-search.ts';
import type { ColumnChoice } from './use-column-choice.ts';
import type { DomainSelection } from './use-domain-selection.ts';

export interface ViewedList {
  readonly domains: readonly ListedDomain[];
  /** Those that are shown, in their order. */
  readonly rows: readonly ListedDomain[];
  readonly search: ListSearch;
  readonly columns: ColumnChoice;
  readonly selection: DomainSelection;
  readonly onChange: (search: Partial<Record<keyof ListSearch, unknown>>) => void;
  /** Shows what was saved, whatever is shown now. */
  readonly onApply: (search: ListSearch) => void;
}

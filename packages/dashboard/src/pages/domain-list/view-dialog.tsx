/** Filters, columns, and the list as CSV. Each choice takes effect at once. */
import { useMemo } from 'react';
import type { ListedDomain } from '../../domains/domains-query.ts';
import { Button } from '../../ui/controls/button.tsx';
import { Checkbox } from '../../ui/controls/checkbox.tsx';
import { Field } from '../../ui/controls/field.tsx';
import { NativeSelect } from '../../ui/controls/native-select.tsx';
import { Dialog } from '../../ui/popups/dialog.tsx';
import { DialogActions } from '../../ui/popups/dialog-actions.tsx';
import { type ColumnName, columnTitles, problemTitles } from './column-titles.ts';
import { CsvTools } from './csv-tools.tsx';
import { filtersOf, type ListFilters, noFilters } from './list-search.ts';
import { suffixOf } from './list-view.ts';
import { SavedFilters } from './saved-filters.tsx';
import type { ViewedList } from './viewed-list.ts';

interface Filter {
  readonly name: keyof ListFilters;
  readonly label: string;
  readonly options: readonly { readonly value: string; readonly label: string }[];
}

export function ViewDialog({ onClose, ...view }: ViewedList & { readonly onClose: () => void }) {
  const { domains, search, columns, onChange } = view;
  const filters = useMemo(() => filtersFor(domains), [domains]);
  const isFiltered = Object.keys(filtersOf(search)).length > 0;
  return (
    <Dialog isOpen onClose={onClose} title="View" size="lg">
      <div className="flex flex-col gap-6">
        <section aria-label="Filters" className="grid gap-4 md:grid-cols-2">
          {filters.map(({ name, label, options }) => (
            <Field key={name} label={label}>
              {(control) => (
                <NativeSelect
                  {...control}
                  options={[{ value: '', label: 'Any' }, ...options]}
                  value={search[name] ?? ''}
                  onChange={(value) => onChange({ [name]: value === '' ? undefined : value })}
                />
              )}
            </Field>
          ))}
        </section>
        <SavedFilters search={search} onApply={view.onApply} />
        <fieldset>
          <legend className="mb-2 font-medium">Columns</legend>
          <div className="grid grid-cols-2 gap-2 md:grid-cols-3">
            {(Object.keys(columnTitles) as ColumnName[]).map((column) => (
              <Checkbox
                key={column}
                label={columnTitles[column]}
                isChecked={columns.shown.has(column)}
                onChange={(isShown) => columns.show(column, isShown)}
              />
            ))}
          </div>
        </fieldset>
        <CsvTools {...view} />
        <DialogActions>
          {isFiltered && <Button onClick={() => onChange(noFilters)}>Clear filters</Button>}
          <Button variant="primary" onClick={onClose}>
            Done
          </Button>
        </DialogActions>
      </div>
    </Dialog>
  );
}

/** What can be chosen is what some domain has. */
function filtersFor(domains: readonly ListedDomain[]): readonly Filter[] {
  const found = (valuesOf: (domain: ListedDomain) => readonly string[]) =>
    [...new Set(domains.flatMap(valuesOf))].sort().map((value) => ({ value, label: value }));
  return [
    { name: 'tag', label: 'Tag', options: found(({ tags }) => tags) },
    { name: 'suffix', label: 'Suffix', options: found(({ name }) => [suffixOf(name)]) },
    {
      name: 'within',
      label: 'Expires',
      options: [7, 30, 90, 365].map((days) => ({
        value: String(days),
        label: `Within ${days} days`,
      })),
    },
    { name: 'nameserver', label: 'Nameserver', options: found(({ nameservers }) => nameservers) },
    {
      name: 'dnssec',
      label: 'DNSSEC',
      options: [
        { value: 'on', label: 'On' },
        { value: 'off', label: 'Off' },
      ],
    },
    {
      name: 'problem',
      label: 'Problem',
      options: [
        { value: 'any', label: 'Any problem' },
        ...Object.entries(problemTitles).map(([value, label]) => ({ value, label })),
      ],
    },
  ];
}

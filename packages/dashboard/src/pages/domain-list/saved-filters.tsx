/** Filters that the member has saved: each is the address of the list. */
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { X } from 'lucide-react';
import { useState } from 'react';
import { workspaceClient } from '../../api/client.ts';
import { useWorkspace } from '../../api/use-workspace.ts';
import { Button } from '../../ui/controls/button.tsx';
import { Field } from '../../ui/controls/field.tsx';
import { IconButton } from '../../ui/controls/icon-button.tsx';
import { Input } from '../../ui/controls/input.tsx';
import { type ListSearch, readListSearch } from './list-search.ts';

function filtersQuery(workspaceId: string) {
  return queryOptions({
    queryKey: [workspaceId, 'saved-filters'],
    queryFn: async ({ signal }) =>
      (await workspaceClient(workspaceId).listSavedFilters({}, { signal })).filters,
  });
}

export function SavedFilters({
  search,
  onApply,
}: {
  readonly search: ListSearch;
  readonly onApply: (search: ListSearch) => void;
}) {
  const { api, workspaceId } = useWorkspace();
  const client = useQueryClient();
  const query = filtersQuery(workspaceId);
  const { data: filters = [] } = useQuery(query);
  const [label, setLabel] = useState('');
  const [error, setError] = useState<string | null>(null);
  const reload = () => client.invalidateQueries({ queryKey: query.queryKey });
  const failed = (reason: Error) => setError(reason.message);
  const save = useMutation({
    mutationFn: () => api.saveFilter({ label, search: asQuery(search) }),
    onSuccess: () => {
      setLabel('');
      setError(null);
      return reload();
    },
    onError: failed,
  });
  const remove = useMutation({
    mutationFn: (filterId: string) => api.deleteSavedFilter({ filterId }),
    onSuccess: reload,
    onError: failed,
  });
  return (
    <section aria-label="Saved filters" className="flex flex-col gap-3">
      {filters.length > 0 && (
        <ul className="flex flex-wrap gap-2">
          {filters.map((filter) => (
            <li key={filter.id} className="flex items-center rounded-sm bg-sunken">
              <Button size="sm" variant="ghost" onClick={() => onApply(fromQuery(filter.search))}>
                {filter.label}
              </Button>
              <IconButton
                icon={X}
                size="sm"
                label={`Delete the filter ${filter.label}`}
                onClick={() => remove.mutate(filter.id)}
              />
            </li>
          ))}
        </ul>
      )}
      <form
        className="flex items-end gap-2"
        onSubmit={(event) => {
          event.preventDefault();
          if (label.trim() === '') setError('Enter a name.');
          else save.mutate();
        }}
      >
        <Field label="Save what is shown as" error={error} className="grow">
          {(control) => (
            <Input
              {...control}
              value={label}
              maxLength={100}
              onChange={({ target }) => setLabel(target.value)}
            />
          )}
        </Field>
        <Button type="submit">Save</Button>
      </form>
    </section>
  );
}

function asQuery(search: ListSearch): string {
  const entries = Object.entries(search).map(([name, value]) => [name, String(value)]);
  return `?${new URLSearchParams(Object.fromEntries(entries))}`;
}

function fromQuery(text: string): ListSearch {
  const entries = Object.fromEntries(new URLSearchParams(text));
  return readListSearch({ ...entries, ...(entries.down === 'true' ? { down: true } : {}) });
}

/** Selects several domains of the workspace. */
import { useQuery } from '@tanstack/react-query';
import { X } from 'lucide-react';
import { useWorkspace } from '../api/use-workspace.ts';
import { domainsQuery } from '../domains/domains-query.ts';
import { shownName } from '../domains/shown-name.ts';
import { Field } from '../ui/controls/field.tsx';
import { MultiCombobox } from '../ui/controls/multi-combobox.tsx';

export function DomainPicker({
  names,
  onChange,
  error,
}: {
  readonly names: readonly string[];
  readonly onChange: (names: readonly string[]) => void;
  readonly error: string | null;
}) {
  const { workspaceId } = useWorkspace();
  const domains = useQuery(domainsQuery(workspaceId));
  const options = (domains.data ?? []).map(({ name }) => ({ value: name, label: shownName(name) }));
  return (
    <div className="flex flex-col gap-2">
      <Field label="Add domain" error={error}>
        {(control) => (
          <MultiCombobox
            {...control}
            options={options}
            values={names}
            onChange={onChange}
            placeholder="Search domains"
            emptyText="No matching domains"
          />
        )}
      </Field>
      {names.length > 0 && (
        <ul aria-label="Selected domains" className="flex flex-wrap gap-1.5">
          {names.map((name) => (
            <li
              key={name}
              className="inline-flex items-center gap-1 rounded-sm bg-hover py-1 pr-1 pl-2.5 text-sm break-all"
            >
              {shownName(name)}
              <button
                type="button"
                aria-label={`Remove ${name}`}
                onClick={() => onChange(names.filter((other) => other !== name))}
                className="flex size-5 items-center justify-center rounded-xs text-ink-muted hover:bg-pressed hover:text-ink"
              >
                <X className="size-3.5" aria-hidden="true" />
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

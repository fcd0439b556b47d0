/** Filters by status, with the number of domains in each. */

import {
  type ListedStatus,
  listedStatuses,
  rareStatuses,
  statusStyle,
} from '../../domains/status-style.ts';
import { classNames } from '../../ui/class-names.ts';
import type { StatusCounts } from './list-view.ts';

export function StatusFilter({
  counts,
  value,
  onChange,
}: {
  readonly counts: StatusCounts;
  readonly value: ListedStatus | undefined;
  readonly onChange: (status: ListedStatus | undefined) => void;
}) {
  const total = listedStatuses.reduce((sum, status) => sum + counts[status], 0);
  const shown = listedStatuses.filter(
    (status) => !rareStatuses.includes(status) || counts[status] > 0 || value === status,
  );
  return (
    <fieldset className="flex min-w-0 gap-1 overflow-x-auto max-md:-mx-4 max-md:px-4">
      <legend className="sr-only">Status</legend>
      <Choice
        label="All"
        count={total}
        isOn={value === undefined}
        onSelect={() => onChange(undefined)}
      />
      {shown.map((status) => (
        <Choice
          key={status}
          label={statusStyle[status].label}
          count={counts[status]}
          isOn={value === status}
          onSelect={() => onChange(status)}
        />
      ))}
    </fieldset>
  );
}

function Choice({
  label,
  count,
  isOn,
  onSelect,
}: {
  readonly label: string;
  readonly count: number;
  readonly isOn: boolean;
  readonly onSelect: () => void;
}) {
  return (
    <button
      type="button"
      aria-pressed={isOn}
      onClick={onSelect}
      className={classNames(
        'inline-flex h-9 shrink-0 items-center gap-2 rounded-sm px-3 font-medium whitespace-nowrap transition-colors duration-100',
        isOn ? 'bg-pressed text-ink' : 'text-ink-muted hover:bg-hover hover:text-ink',
      )}
    >
      {label}
      <span className="figures text-sm font-normal text-ink-muted">{count.toLocaleString()}</span>
    </button>
  );
}

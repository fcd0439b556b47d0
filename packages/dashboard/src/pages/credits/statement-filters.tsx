/** Filters the statement by type and period. */
import { Field } from '../../ui/controls/field.tsx';
import { Input } from '../../ui/controls/input.tsx';
import { NativeSelect } from '../../ui/controls/native-select.tsx';
import { optionsOf } from '../../ui/controls/option.ts';
import {
  type CreditsSearch,
  kindLabels,
  type Period,
  periodLabels,
  type StatementKind,
} from './credits-search.ts';

const kinds = [{ value: 'all' as const, label: 'All types' }, ...optionsOf(kindLabels)];
const periods = [{ value: 'all' as const, label: 'All time' }, ...optionsOf(periodLabels)];

export function StatementFilters({
  search,
  onChange,
}: {
  readonly search: CreditsSearch;
  readonly onChange: (search: CreditsSearch) => void;
}) {
  const { kind, period, from, to, ...others } = search;
  const days = { ...(from !== undefined && { from }), ...(to !== undefined && { to }) };
  const ofKind = kind === undefined ? {} : { kind };
  const setDay = (name: 'from' | 'to', day: string) => {
    const { [name]: _, ...rest } = days;
    onChange({
      ...others,
      ...ofKind,
      period: 'custom',
      ...rest,
      ...(day !== '' && { [name]: day }),
    });
  };
  return (
    <div className="flex flex-wrap gap-2 border-b border-line px-5 py-3">
      <div className="max-md:flex-1 md:w-44">
        <NativeSelect<StatementKind | 'all'>
          label="Type"
          options={kinds}
          value={kind ?? 'all'}
          onChange={(next) => {
            const { kind: _, ...rest } = search;
            onChange(next === 'all' ? rest : { ...rest, kind: next });
          }}
        />
      </div>
      <div className="max-md:flex-1 md:w-48">
        <NativeSelect<Period | 'all'>
          label="Period"
          options={periods}
          value={period ?? 'all'}
          onChange={(next) =>
            onChange({
              ...others,
              ...ofKind,
              ...(next === 'all' ? {} : { period: next, ...(next === 'custom' ? days : {}) }),
            })
          }
        />
      </div>
      {period === 'custom' && (
        <div className="flex gap-2 max-md:w-full">
          <DayField label="Start date" value={from} onChange={(day) => setDay('from', day)} />
          <DayField label="End date" value={to} onChange={(day) => setDay('to', day)} />
        </div>
      )}
    </div>
  );
}

function DayField({
  label,
  value,
  onChange,
}: {
  readonly label: string;
  readonly value: string | undefined;
  readonly onChange: (day: string) => void;
}) {
  return (
    <Field label={label} isLabelHidden className="flex-1">
      {(control) => (
        <Input
          {...control}
          type="date"
          value={value ?? ''}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </Field>
  );
}

/** A choice from a short list with the browser's own control, for pages that must load fast. */
import { ChevronsUpDown } from 'lucide-react';
import { classNames } from '../class-names.ts';
import type { FieldControl } from './field.tsx';
import { controlClass } from './input.tsx';

export function NativeSelect<V extends string>({
  label,
  options,
  value,
  onChange,
  ...control
}: Partial<FieldControl> & {
  /** For selects outside a Field. */
  readonly label?: string;
  readonly options: readonly { readonly value: V; readonly label: string }[];
  readonly value: V;
  readonly onChange: (value: V) => void;
  readonly autoComplete?: string;
}) {
  return (
    <div className="relative">
      <select
        {...control}
        aria-label={label}
        value={value}
        onChange={({ target }) => {
          const chosen = options.find((option) => option.value === target.value);
          if (chosen !== undefined) onChange(chosen.value);
        }}
        className={classNames(controlClass, 'h-9 appearance-none truncate pr-8 pl-3')}
      >
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
      <ChevronsUpDown
        className="pointer-events-none absolute inset-y-0 right-3 my-auto size-3.5 text-ink-faint"
        aria-hidden="true"
      />
    </div>
  );
}

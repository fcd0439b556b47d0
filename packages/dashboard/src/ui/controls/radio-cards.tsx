/** Radio buttons as cards with a hint each. */
import { useId } from 'react';
import { classNames } from '../class-names.ts';
import { choiceClass } from './choice-class.ts';
import type { Option } from './option.ts';

export function RadioCards<V extends string>({
  label,
  options,
  value,
  onChange,
}: {
  readonly label: string;
  readonly options: readonly Option<V>[];
  readonly value: V;
  readonly onChange: (value: V) => void;
}) {
  const name = useId();
  return (
    <fieldset className="min-w-0">
      <legend className="text-sm font-medium">{label}</legend>
      <div className="mt-1.5 flex flex-col gap-2">
        {options.map((option) => (
          <label
            key={option.value}
            className={classNames(
              'flex cursor-pointer items-start gap-3 rounded-sm border px-3 py-2.5 transition-colors duration-100',
              'has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent',
              choiceClass(option.value === value),
            )}
          >
            <input
              type="radio"
              name={name}
              value={option.value}
              checked={option.value === value}
              onChange={() => onChange(option.value)}
              className="mt-0.5 size-4 shrink-0 accent-accent outline-none"
            />
            <span className="min-w-0">
              <span className="block font-medium">{option.label}</span>
              {option.hint !== undefined && (
                <span className="block text-sm text-ink-muted">{option.hint}</span>
              )}
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}

/** A boolean that is submitted with the rest of a form. */
import { Check, Minus } from 'lucide-react';
import { type ReactNode, useId } from 'react';

export interface CheckboxProps {
  readonly label: ReactNode;
  readonly hint?: ReactNode;
  readonly isChecked: boolean;
  /** Some but not all of the items it stands for are checked. */
  readonly isPartial?: boolean;
  /** With Shift held, a list selects all from the last one to this one. */
  readonly onChange: (isChecked: boolean, isRange: boolean) => void;
  readonly disabled?: boolean;
  readonly isLabelHidden?: boolean;
}

export function Checkbox({
  label,
  hint,
  isChecked,
  isPartial = false,
  onChange,
  disabled = false,
  isLabelHidden = false,
}: CheckboxProps) {
  const id = useId();
  const Mark = isPartial ? Minus : Check;
  return (
    <div className="flex items-start gap-2.5">
      <span className="relative mt-0.5 flex size-4 shrink-0">
        <input
          id={id}
          ref={(input) => {
            if (input !== null) input.indeterminate = isPartial;
          }}
          type="checkbox"
          checked={isChecked}
          onChange={({ target, nativeEvent }) =>
            onChange(target.checked, 'shiftKey' in nativeEvent && nativeEvent.shiftKey === true)
          }
          disabled={disabled}
          aria-describedby={hint === undefined ? undefined : `${id}-hint`}
          className="peer size-4 appearance-none rounded-xs border border-control bg-surface transition-colors duration-100 checked:border-accent checked:bg-accent indeterminate:border-accent indeterminate:bg-accent disabled:opacity-50"
        />
        <Mark
          className="pointer-events-none absolute inset-0 m-auto hidden size-3 text-on-accent peer-checked:block peer-indeterminate:block"
          strokeWidth={3}
          aria-hidden="true"
        />
      </span>
      <div className={isLabelHidden ? 'sr-only' : 'min-w-0 select-none'}>
        <label htmlFor={id} className="block">
          {label}
        </label>
        {hint !== undefined && (
          <p id={`${id}-hint`} className="text-sm text-ink-muted">
            {hint}
          </p>
        )}
      </div>
    </div>
  );
}

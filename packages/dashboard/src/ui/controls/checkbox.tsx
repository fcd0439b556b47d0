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
  /** Only for a label of text. */
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
  const box = (
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
        aria-label={isLabelHidden ? String(label) : undefined}
        aria-describedby={hint === undefined ? undefined : `${id}-hint`}
        className="size-4 appearance-none rounded-xs border border-control bg-surface transition-colors duration-100 checked:border-accent checked:bg-accent indeterminate:border-accent indeterminate:bg-accent disabled:opacity-50"
      />
      {(isChecked || isPartial) && (
        <Mark
          className="pointer-events-none absolute inset-0 m-auto size-3 text-on-accent"
          strokeWidth={3}
          aria-hidden="true"
        />
      )}
    </span>
  );
  // A list has one in each row: without elements that are never seen it scrolls faster.
  if (isLabelHidden) return box;
  return (
    <div className="flex items-start gap-2.5">
      {box}
      <div className="min-w-0 select-none">
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

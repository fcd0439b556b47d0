/** A boolean that is submitted with the rest of a form. */
import { Checkbox as Base } from '@base-ui/react/checkbox';
import { Check, Minus } from 'lucide-react';
import { type ReactNode, useId } from 'react';

export interface CheckboxProps {
  readonly label: ReactNode;
  readonly hint?: ReactNode;
  readonly isChecked: boolean;
  /** Some but not all of the items it stands for are checked. */
  readonly isPartial?: boolean;
  readonly onChange: (isChecked: boolean) => void;
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
      <Base.Root
        checked={isChecked}
        indeterminate={isPartial}
        onCheckedChange={onChange}
        disabled={disabled}
        aria-labelledby={`${id}-label`}
        aria-describedby={hint === undefined ? undefined : `${id}-hint`}
        className="mt-0.5 flex size-4 shrink-0 items-center justify-center rounded-xs border border-control bg-surface transition-colors duration-100 data-checked:border-accent data-checked:bg-accent data-disabled:opacity-50 data-indeterminate:border-accent data-indeterminate:bg-accent"
      >
        <Base.Indicator className="text-on-accent data-unchecked:hidden">
          <Mark className="size-3" strokeWidth={3} aria-hidden="true" />
        </Base.Indicator>
      </Base.Root>
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: the box itself takes the keyboard */}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: a larger target for the pointer */}
      <div
        className={isLabelHidden ? 'sr-only' : 'min-w-0 select-none'}
        onClick={() => !disabled && onChange(!isChecked)}
      >
        <span id={`${id}-label`}>{label}</span>
        {hint !== undefined && (
          <p id={`${id}-hint`} className="text-sm text-ink-muted">
            {hint}
          </p>
        )}
      </div>
    </div>
  );
}

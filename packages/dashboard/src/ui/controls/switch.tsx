/** A setting that takes effect at once. A value of a form is a Checkbox. */
import { type ReactNode, useId } from 'react';

export interface SwitchProps {
  readonly label: string;
  readonly hint?: ReactNode;
  readonly isOn: boolean;
  readonly onChange: (isOn: boolean) => void;
  readonly disabled?: boolean;
}

/** Label and hint left, the switch right. */
export function Switch({ label, hint, isOn, onChange, disabled = false }: SwitchProps) {
  const id = useId();
  return (
    <div className="flex items-start justify-between gap-6">
      <div className="min-w-0">
        <span id={`${id}-label`} className="font-medium">
          {label}
        </span>
        {hint !== undefined && (
          <p id={`${id}-hint`} className="mt-0.5 text-sm text-ink-muted">
            {hint}
          </p>
        )}
      </div>
      <button
        type="button"
        role="switch"
        aria-checked={isOn}
        onClick={() => onChange(!isOn)}
        disabled={disabled}
        aria-labelledby={`${id}-label`}
        aria-describedby={hint === undefined ? undefined : `${id}-hint`}
        className="mt-0.5 flex h-5 w-9 shrink-0 items-center rounded-full bg-control transition-colors duration-150 disabled:opacity-50 aria-checked:bg-accent group"
      >
        <span className="block size-4 translate-x-0.5 rounded-full bg-white shadow-control transition-transform duration-150 group-aria-checked:translate-x-4.5" />
      </button>
    </div>
  );
}

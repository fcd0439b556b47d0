/** A choice from a short, fixed list. Long lists use a Combobox. */
import { Select as Base } from '@base-ui/react/select';
import { Check, ChevronsUpDown } from 'lucide-react';
import { classNames } from '../class-names.ts';
import type { FieldControl } from './field.tsx';
import { controlClass } from './input.tsx';
import type { Option } from './option.ts';

export interface SelectProps<V extends string> extends Partial<FieldControl> {
  readonly options: readonly Option<V>[];
  readonly value: V;
  readonly onChange: (value: V) => void;
  /** For selects outside a Field. */
  readonly label?: string;
  readonly disabled?: boolean;
  readonly className?: string;
}

export function Select<V extends string>({
  options,
  value,
  onChange,
  label,
  disabled = false,
  className,
  ...control
}: SelectProps<V>) {
  return (
    <Base.Root
      items={options.map((option) => ({ value: option.value, label: option.label }))}
      value={value}
      onValueChange={(next) => next !== null && onChange(next as V)}
      disabled={disabled}
      modal={false}
    >
      <Base.Trigger
        {...control}
        aria-label={label}
        className={classNames(
          controlClass,
          'flex h-9 items-center justify-between gap-2 px-3 text-left',
          className,
        )}
      >
        <Base.Value className="truncate" />
        <ChevronsUpDown className="size-3.5 shrink-0 text-ink-faint" aria-hidden="true" />
      </Base.Trigger>
      <Base.Portal>
        <Base.Positioner sideOffset={4} align="start" alignItemWithTrigger={false} className="z-50">
          <Base.Popup className="motion-pop max-h-(--available-height) min-w-(--anchor-width) overflow-y-auto rounded-md bg-raised p-1 shadow-float outline-none">
            {options.map((option) => (
              <Base.Item
                key={option.value}
                value={option.value}
                className="flex items-start gap-2 rounded-sm px-2 py-1.5 outline-none select-none data-highlighted:bg-hover"
              >
                <span className="min-w-0 flex-1">
                  <Base.ItemText className="block">{option.label}</Base.ItemText>
                  {option.hint !== undefined && (
                    <span className="block text-sm text-ink-muted">{option.hint}</span>
                  )}
                </span>
                <Base.ItemIndicator className="mt-0.5 text-accent-ink">
                  <Check className="size-4" aria-hidden="true" />
                </Base.ItemIndicator>
              </Base.Item>
            ))}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}

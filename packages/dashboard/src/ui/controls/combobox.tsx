/** A choice from a long, searchable list: domains. */
import { Combobox as Base } from '@base-ui/react/combobox';
import { Check, ChevronsUpDown } from 'lucide-react';
import { classNames } from '../class-names.ts';
import type { FieldControl } from './field.tsx';
import { controlClass } from './input.tsx';
import type { Option } from './option.ts';

/** Longer lists are cut; typing finds the rest. */
const shownMax = 300;

export interface ComboboxProps<V extends string> extends Partial<FieldControl> {
  readonly options: readonly Option<V>[];
  /** Null when nothing is chosen yet. */
  readonly value: V | null;
  readonly onChange: (value: V | null) => void;
  readonly placeholder?: string;
  readonly emptyText?: string;
  readonly disabled?: boolean;
}

export function Combobox<V extends string>({
  options,
  value,
  onChange,
  placeholder,
  emptyText = 'No matches',
  disabled = false,
  ...control
}: ComboboxProps<V>) {
  const selected = options.find((option) => option.value === value) ?? null;
  return (
    <Base.Root
      items={options}
      value={selected}
      onValueChange={(option: Option<V> | null) => onChange(option?.value ?? null)}
      isItemEqualToValue={(a: Option<V>, b: Option<V>) => a.value === b.value}
      disabled={disabled}
      limit={shownMax}
      autoHighlight
    >
      <div className="relative">
        <Base.Input
          {...control}
          placeholder={placeholder}
          className={classNames(controlClass, 'h-9 pr-9 pl-3')}
        />
        <Base.Trigger
          aria-label="Show all"
          className="absolute inset-y-0 right-1 flex w-8 items-center justify-center text-ink-faint hover:text-ink"
        >
          <ChevronsUpDown className="size-3.5" aria-hidden="true" />
        </Base.Trigger>
      </div>
      <Base.Portal>
        <Base.Positioner sideOffset={4} className="z-50">
          <Base.Popup className="motion-pop w-(--anchor-width) rounded-md bg-raised shadow-float">
            <Base.Empty>
              <p className="px-3 py-2.5 text-ink-muted">{emptyText}</p>
            </Base.Empty>
            <Base.List className="max-h-[min(20rem,var(--available-height))] overflow-y-auto overscroll-contain p-1 outline-none data-empty:p-0">
              {(option: Option<V>) => (
                <Base.Item
                  key={option.value}
                  value={option}
                  className="flex items-center gap-2 rounded-sm px-2 py-1.5 outline-none select-none data-highlighted:bg-hover"
                >
                  <span className="min-w-0 flex-1 truncate">{option.label}</span>
                  <Base.ItemIndicator className="text-accent-ink">
                    <Check className="size-4" aria-hidden="true" />
                  </Base.ItemIndicator>
                </Base.Item>
              )}
            </Base.List>
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}

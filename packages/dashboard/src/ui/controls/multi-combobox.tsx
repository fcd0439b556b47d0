/** Choices from a long, searchable list: domains. */
import { Combobox as Base } from '@base-ui/react/combobox';
import { Check, ChevronsUpDown } from 'lucide-react';
import { classNames } from '../class-names.ts';
import type { FieldControl } from './field.tsx';
import { controlClass } from './input.tsx';
import type { Option } from './option.ts';

/** Longer lists are cut; typing finds the rest. */
const shownMax = 300;

export interface MultiComboboxProps<V extends string> extends Partial<FieldControl> {
  readonly options: readonly Option<V>[];
  /** In the order of choice. */
  readonly values: readonly V[];
  readonly onChange: (values: readonly V[]) => void;
  readonly placeholder?: string;
  readonly emptyText?: string;
}

/** Each choice has a tick, a second click takes it back, and the text is empty again after it. */
export function MultiCombobox<V extends string>({
  options,
  values,
  onChange,
  placeholder,
  emptyText = 'No matches',
  ...control
}: MultiComboboxProps<V>) {
  return (
    <Base.Root
      multiple
      items={options}
      value={values.map((value): Option<V> => ({ value, label: value }))}
      onValueChange={(chosen: Option<V>[]) => onChange(chosen.map(({ value }) => value))}
      isItemEqualToValue={(a: Option<V>, b: Option<V>) => a.value === b.value}
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

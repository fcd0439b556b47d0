/** What ui/popups/menu.tsx shows: a menu that is open at first, with its trigger. */
import { Menu as Base } from '@base-ui/react/menu';
import { Check, type LucideIcon } from 'lucide-react';
import type { ComponentProps, ReactElement, ReactNode } from 'react';
import { classNames } from '../../class-names.ts';

const itemClass =
  'flex w-full items-center gap-2.5 rounded-sm px-2 py-1.5 text-left outline-none select-none data-highlighted:bg-hover data-disabled:opacity-45';

/** What menus are made of. */
const parts = { Item, Choice, Separator };

export interface MenuProps {
  /** A button. */
  readonly trigger: ReactElement<ComponentProps<'button'>>;
  readonly children: (contents: typeof parts) => ReactNode;
  readonly align?: 'start' | 'end';
  readonly side?: 'top' | 'bottom';
  /** At least as wide as the trigger. */
  readonly fitsTrigger?: boolean;
}

export function MenuView({
  trigger,
  children,
  align = 'end',
  side = 'bottom',
  fitsTrigger = false,
}: MenuProps) {
  return (
    <Base.Root modal={false} defaultOpen>
      <Base.Trigger render={trigger} />
      <Base.Portal>
        <Base.Positioner align={align} side={side} sideOffset={4} className="z-50">
          <Base.Popup
            className={classNames(
              'motion-pop rounded-md bg-raised p-1 shadow-float outline-none',
              fitsTrigger ? 'min-w-(--anchor-width)' : 'min-w-48',
            )}
          >
            {children(parts)}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}

function Item({
  icon: Icon,
  tone = 'plain',
  disabled = false,
  onSelect,
  children,
}: {
  readonly icon?: LucideIcon;
  readonly tone?: 'plain' | 'danger';
  readonly disabled?: boolean;
  readonly onSelect: () => void;
  readonly children: ReactNode;
}) {
  return (
    <Base.Item
      onClick={onSelect}
      disabled={disabled}
      className={classNames(itemClass, tone === 'danger' && 'text-bad-ink')}
    >
      {Icon && (
        <Icon
          className={classNames('size-4 shrink-0', tone === 'plain' && 'text-ink-muted')}
          aria-hidden="true"
        />
      )}
      <span className="min-w-0 truncate">{children}</span>
    </Base.Item>
  );
}

/** A radio group, such as the theme or the workspace. */
function Choice<V extends string>({
  label,
  options,
  value,
  onChange,
}: {
  readonly label: string;
  readonly options: readonly { readonly value: V; readonly label: string }[];
  readonly value: V;
  readonly onChange: (value: V) => void;
}) {
  return (
    <Base.Group>
      <Base.GroupLabel className="px-2 pt-1.5 pb-1 text-xs font-medium text-ink-faint">
        {label}
      </Base.GroupLabel>
      <Base.RadioGroup value={value} onValueChange={(next: V) => onChange(next)}>
        {options.map((option) => (
          <Base.RadioItem
            key={option.value}
            value={option.value}
            closeOnClick
            className={classNames(itemClass, 'justify-between')}
          >
            <span className="min-w-0 truncate">{option.label}</span>
            <Base.RadioItemIndicator className="text-accent-ink">
              <Check className="size-4" aria-hidden="true" />
            </Base.RadioItemIndicator>
          </Base.RadioItem>
        ))}
      </Base.RadioGroup>
    </Base.Group>
  );
}

function Separator() {
  return <Base.Separator className="-mx-1 my-1 h-px bg-line" />;
}

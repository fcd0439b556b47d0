/** One nameserver: editable, moved by buttons or Alt and the arrow keys, removable. */
import { ArrowDown, ArrowUp, X } from 'lucide-react';
import type { ClipboardEvent, KeyboardEvent } from 'react';
import { FormField } from '../../forms/form-fields.tsx';
import type { Form } from '../../forms/use-form.ts';
import { IconButton } from '../../ui/controls/icon-button.tsx';
import { Input } from '../../ui/controls/input.tsx';
import { type NameserverRow, readHosts } from './nameserver-rows.ts';

export interface NameserverItemProps {
  readonly form: Form<{ readonly rows: readonly NameserverRow[] }>;
  readonly path: string;
  readonly number: number;
  readonly host: string;
  readonly isFirst: boolean;
  readonly isLast: boolean;
  readonly isRemovable: boolean;
  readonly disabled: boolean;
  readonly onChange: (host: string) => void;
  readonly onPasteHosts: (hosts: readonly string[]) => void;
  readonly onMove: (by: -1 | 1) => void;
  readonly onRemove: () => void;
}

export function NameserverItem(props: NameserverItemProps) {
  const { number, disabled, onMove } = props;
  function onKeyDown(event: KeyboardEvent): void {
    if (!event.altKey || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return;
    event.preventDefault();
    onMove(event.key === 'ArrowUp' ? -1 : 1);
  }
  function onPaste(event: ClipboardEvent): void {
    const hosts = readHosts(event.clipboardData.getData('text'));
    if (hosts === null) return;
    event.preventDefault();
    props.onPasteHosts(hosts);
  }
  return (
    <li className="flex items-center gap-1 max-md:flex-wrap md:items-start">
      <span
        aria-hidden="true"
        className="figures shrink-0 text-sm text-ink-faint max-md:flex-1 md:w-5 md:pt-2"
      >
        {number}
      </span>
      <FormField
        form={props.form}
        path={props.path}
        label={`Nameserver ${number}`}
        isLabelHidden
        className="max-md:order-last max-md:w-full md:flex-1"
      >
        {(control) => (
          <Input
            {...control}
            isMono
            value={props.host}
            placeholder="ns1.example.net"
            disabled={disabled}
            // A row that was just added.
            autoFocus={props.host === ''}
            spellCheck={false}
            autoCapitalize="none"
            autoCorrect="off"
            aria-keyshortcuts="Alt+ArrowUp Alt+ArrowDown"
            onChange={(event) => props.onChange(event.target.value)}
            onKeyDown={onKeyDown}
            onPaste={onPaste}
          />
        )}
      </FormField>
      <IconButton
        icon={ArrowUp}
        label={`Move nameserver ${number} up`}
        disabled={disabled || props.isFirst}
        onClick={() => onMove(-1)}
      />
      <IconButton
        icon={ArrowDown}
        label={`Move nameserver ${number} down`}
        disabled={disabled || props.isLast}
        onClick={() => onMove(1)}
        className="-ml-1"
      />
      <IconButton
        icon={X}
        label={`Remove nameserver ${number}`}
        tone="danger"
        disabled={disabled || !props.isRemovable}
        onClick={props.onRemove}
        className="-ml-1"
      />
    </li>
  );
}

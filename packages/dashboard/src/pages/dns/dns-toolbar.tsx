/** Above the records: search, filter, add, import and export. */
import { type RecordType, typeLabel } from '@hostmaster/dns/records';
import {
  AtSign,
  Check,
  Download,
  FileUp,
  MoreHorizontal,
  Plus,
  Route,
  Search,
  TriangleAlert,
} from 'lucide-react';
import { Button } from '../../ui/controls/button.tsx';
import { IconButton } from '../../ui/controls/icon-button.tsx';
import { Input } from '../../ui/controls/input.tsx';
import { NativeSelect } from '../../ui/controls/native-select.tsx';
import { Menu } from '../../ui/popups/menu.tsx';
import type { RecordFilter } from './record-list.ts';

/** A dialog about many records. */
export type ZoneDialog = 'import' | 'template' | 'mail';

export interface ZoneDialogProps {
  readonly domain: string;
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

/** The id of the button that gets the focus back after adding a record. */
export const addButtonId = 'add-record';

export function DnsToolbar({
  filter,
  onFilter,
  counts,
  total,
  matches,
  exportUrl,
  isReadOnly,
  isUrgent,
  isAdding,
  message,
  onAdd,
  onOpen,
}: {
  readonly filter: RecordFilter;
  readonly onFilter: (filter: RecordFilter) => void;
  readonly counts: ReadonlyMap<RecordType, number>;
  readonly total: number;
  /** How many records the filter shows. */
  readonly matches: number;
  readonly exportUrl: string;
  readonly isReadOnly: boolean;
  /** The page asks for something more important than records. */
  readonly isUrgent: boolean;
  readonly isAdding: boolean;
  /** A record that was just added. */
  readonly message: { readonly type: RecordType; readonly hasWarning: boolean } | null;
  readonly onAdd: () => void;
  readonly onOpen: (dialog: ZoneDialog) => void;
}) {
  const isFiltered = filter.text.trim() !== '' || filter.type !== 'all';
  const isGone = filter.type !== 'all' && !counts.has(filter.type);
  const types = [...counts.keys(), ...(isGone ? [filter.type] : [])];
  return (
    <div className="sticky top-0 z-4 grid grid-cols-[minmax(0,1fr)_auto] items-center gap-2 border-b border-line bg-surface px-4 py-3 max-md:top-14 md:flex md:h-15.25 md:px-5">
      {total > 0 && (
        <>
          <Input
            type="search"
            aria-label="Search records"
            placeholder="Search"
            before={<Search className="size-4" aria-hidden="true" />}
            value={filter.text}
            onChange={(event) => onFilter({ ...filter, text: event.target.value })}
            className="md:w-64"
          />
          <div className="max-md:order-3 md:w-44">
            <NativeSelect
              label="Filter by type"
              options={[
                { value: 'all', label: `All types (${total.toLocaleString()})` },
                ...types.map((type) => ({
                  value: type,
                  label: `${typeLabel(type)} (${(counts.get(type) ?? 0).toLocaleString()})`,
                })),
              ]}
              value={filter.type}
              onChange={(type) => onFilter({ ...filter, type })}
            />
          </div>
        </>
      )}
      {isFiltered && (
        <p className="figures text-sm text-ink-muted max-md:order-6 max-md:col-span-2 md:px-2">
          {matches.toLocaleString()} of {total.toLocaleString()} records
        </p>
      )}
      <p
        role="status"
        className="text-sm max-md:order-5 max-md:col-span-2 max-md:empty:sr-only md:px-2"
      >
        {message?.hasWarning === false && (
          <span className="flex items-center gap-1.5 text-good-ink">
            <Check className="size-4" aria-hidden="true" />
            {typeLabel(message.type)} record added
          </span>
        )}
        {message?.hasWarning === true && (
          <span className="flex items-center gap-1.5 text-warn-ink">
            <TriangleAlert className="size-4" aria-hidden="true" />
            {typeLabel(message.type)} record saved with a warning
          </span>
        )}
      </p>
      <div className="ml-auto max-md:order-2">
        <Menu trigger={<IconButton icon={MoreHorizontal} label="More actions" />}>
          {({ Item }) => (
            <>
              <Item icon={Route} disabled={isReadOnly} onSelect={() => onOpen('template')}>
                Use a template…
              </Item>
              <Item icon={AtSign} onSelect={() => onOpen('mail')}>
                Check email setup…
              </Item>
              <Item icon={FileUp} disabled={isReadOnly} onSelect={() => onOpen('import')}>
                Import zone file…
              </Item>
              <Item icon={Download} onSelect={() => download(exportUrl)}>
                Export zone file
              </Item>
            </>
          )}
        </Menu>
      </div>
      {!isReadOnly && (
        <div className="max-md:order-4">
          <Button
            id={addButtonId}
            variant={isUrgent ? 'secondary' : 'primary'}
            icon={Plus}
            disabled={isAdding}
            onClick={onAdd}
          >
            Add record
          </Button>
        </div>
      )}
    </div>
  );
}

/** The response is an attachment, so the page stays open. */
function download(url: string): void {
  const link = document.createElement('a');
  link.href = url;
  link.download = '';
  link.click();
}

/** Height on wide screens, where the header of the table stays below it. */
export const toolbarHeight = '3.8125rem';

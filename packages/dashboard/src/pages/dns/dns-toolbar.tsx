/** Above the records: search, filter, add, import and export. */
import { type RecordType, typeLabel } from '@hostmaster/dns/records';
import { Check, Download, FileUp, MoreHorizontal, Plus, Search } from 'lucide-react';
import { Button } from '../../ui/controls/button.tsx';
import { IconButton } from '../../ui/controls/icon-button.tsx';
import { Input } from '../../ui/controls/input.tsx';
import { NativeSelect } from '../../ui/controls/native-select.tsx';
import { Menu } from '../../ui/popups/menu.tsx';
import type { RecordFilter } from './record-list.ts';

/** The id of the button that gets the focus back after adding a record. */
export const addButtonId = 'add-record';

export function DnsToolbar({
  filter,
  onFilter,
  counts,
  total,
  exportUrl,
  isReadOnly,
  isAdding,
  message,
  onAdd,
  onImport,
}: {
  readonly filter: RecordFilter;
  readonly onFilter: (filter: RecordFilter) => void;
  readonly counts: ReadonlyMap<RecordType, number>;
  readonly total: number;
  readonly exportUrl: string;
  readonly isReadOnly: boolean;
  readonly isAdding: boolean;
  readonly message: string | null;
  readonly onAdd: () => void;
  readonly onImport: () => void;
}) {
  const isGone = filter.type !== 'all' && !counts.has(filter.type);
  const types = [...counts.keys(), ...(isGone ? [filter.type] : [])];
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-2 border-b border-line px-4 py-3 md:flex md:px-5">
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
                { value: 'all', label: `All types (${total})` },
                ...types.map((type) => ({
                  value: type,
                  label: `${typeLabel(type)} (${counts.get(type) ?? 0})`,
                })),
              ]}
              value={filter.type}
              onChange={(type) => onFilter({ ...filter, type })}
            />
          </div>
        </>
      )}
      <p
        role="status"
        className="text-sm text-good-ink max-md:order-5 max-md:col-span-2 max-md:empty:sr-only md:px-2"
      >
        {message !== null && (
          <span className="flex items-center gap-1.5">
            <Check className="size-4" aria-hidden="true" />
            {message}
          </span>
        )}
      </p>
      <div className="ml-auto max-md:order-2">
        <Menu trigger={<IconButton icon={MoreHorizontal} label="More actions" />}>
          {({ Item }) => (
            <>
              <Item icon={FileUp} disabled={isReadOnly} onSelect={onImport}>
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
            variant="primary"
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

/** Above the records: finding some, adding one, and zone files in and out. */
import { type RecordType, recordTypes } from '@hostmaster/dns/records';
import { Download, FileUp, MoreHorizontal, Plus, Search } from 'lucide-react';
import { Button } from '../../ui/button.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { Input } from '../../ui/input.tsx';
import { Menu, MenuItem } from '../../ui/menu.tsx';
import { Select } from '../../ui/select.tsx';
import type { RecordFilter } from './record-list.ts';

/** Where the focus returns to when a new record is done with. */
export const addButtonId = 'add-record';

export function DnsToolbar({
  filter,
  onFilter,
  counts,
  total,
  exportUrl,
  isReadOnly,
  onAdd,
  onImport,
}: {
  readonly filter: RecordFilter;
  readonly onFilter: (filter: RecordFilter) => void;
  readonly counts: ReadonlyMap<RecordType, number>;
  readonly total: number;
  readonly exportUrl: string;
  readonly isReadOnly: boolean;
  readonly onAdd: () => void;
  readonly onImport: () => void;
}) {
  const types = recordTypes.filter((type) => counts.has(type) || type === filter.type);
  return (
    <div className="flex flex-wrap items-center gap-2 border-b border-line px-4 py-3 md:px-5">
      {total > 0 && (
        <>
          <Input
            type="search"
            aria-label="Search records"
            placeholder="Search"
            before={<Search className="size-4" aria-hidden="true" />}
            value={filter.text}
            onChange={(event) => onFilter({ ...filter, text: event.target.value })}
            className="w-64 max-md:w-auto max-md:min-w-32 max-md:flex-1"
          />
          <Select
            label="Type"
            className="w-36"
            options={[
              { value: 'all', label: `All types (${total})` },
              ...types.map((type) => ({
                value: type,
                label: `${type} (${counts.get(type) ?? 0})`,
              })),
            ]}
            value={filter.type}
            onChange={(type) => onFilter({ ...filter, type })}
          />
        </>
      )}
      <div className="ml-auto flex items-center gap-1 max-md:ml-0 max-md:w-full max-md:justify-end">
        <Menu trigger={<IconButton icon={MoreHorizontal} label="Zone file" />}>
          <MenuItem icon={FileUp} disabled={isReadOnly} onSelect={onImport}>
            Import a zone file…
          </MenuItem>
          <MenuItem icon={Download} onSelect={() => download(exportUrl)}>
            Export as a zone file
          </MenuItem>
        </Menu>
        {!isReadOnly && (
          <Button id={addButtonId} variant="primary" icon={Plus} onClick={onAdd}>
            Add record
          </Button>
        )}
      </div>
    </div>
  );
}

/** The answer is an attachment, so the page stays where it is. */
function download(url: string): void {
  const link = document.createElement('a');
  link.href = url;
  link.download = '';
  link.click();
}

/** A table of keys: the page's own columns, then creation, last use and expiry. */
import { Button } from '../ui/controls/button.tsx';
import { type Column, Table } from '../ui/layout/table.tsx';
import { Creation, End, type KeyDates, LastUse } from './key-dates.tsx';

export interface AnyKey extends KeyDates {
  readonly name: string;
}

export function KeyTable<Key extends AnyKey>({
  label,
  columns,
  keys,
  rowKey,
  onRevoke,
}: {
  readonly label: string;
  /** Shown before the columns that every kind of key has. */
  readonly columns: readonly Column<Key>[];
  readonly keys: readonly Key[];
  readonly rowKey: (key: Key) => string;
  /** Absent for keys that are revoked or expired. */
  readonly onRevoke?: ((key: Key) => void) | undefined;
}) {
  const revoke: Column<Key> = {
    id: 'revoke',
    header: 'Revoke',
    isHeaderHidden: true,
    width: '5rem',
    align: 'end',
    cell: (key) => (
      <Button size="sm" onClick={() => onRevoke?.(key)} aria-label={`Revoke ${key.name}`}>
        Revoke
      </Button>
    ),
  };
  return (
    <Table
      label={label}
      columns={[...columns, ...dateColumns, ...(onRevoke === undefined ? [] : [revoke])]}
      rows={keys}
      rowKey={rowKey}
      rowHeightPx={60}
    />
  );
}

const dateColumns: readonly Column<KeyDates>[] = [
  {
    id: 'created',
    header: 'Created by',
    width: 'minmax(0, 1.2fr)',
    isWideOnly: true,
    cell: (key) => <Creation life={key} />,
  },
  {
    id: 'used',
    header: 'Last used',
    width: 'minmax(0, 1fr)',
    isWideOnly: true,
    cell: (key) => <LastUse life={key} />,
  },
  {
    id: 'expires',
    header: 'Expires',
    width: 'minmax(0, 1fr)',
    isWideOnly: true,
    cell: (key) => <End life={key} />,
  },
];

/** TSIG keys as rows. On phones what they may change stands below their name. */
import { Button } from '../../../ui/button.tsx';
import { type Column, Table } from '../../../ui/table.tsx';
import { shownName } from '../../domains/shown-name.ts';
import { Creation, End, LastUse } from '../key-life.tsx';
import type { UpdateKey } from './update-keys-query.ts';

export function UpdateKeyTable({
  label,
  keys,
  onRevoke,
}: {
  readonly label: string;
  readonly keys: readonly UpdateKey[];
  /** Absent where nothing is left to revoke. */
  readonly onRevoke?: (key: UpdateKey) => void;
}) {
  const revoke: Column<UpdateKey> = {
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
      columns={onRevoke === undefined ? columns : [...columns, revoke]}
      rows={keys}
      rowKey={({ name }) => name}
      rowHeightPx={60}
    />
  );
}

const columns: readonly Column<UpdateKey>[] = [
  {
    id: 'key',
    header: 'Key',
    width: 'minmax(0, 2fr)',
    cell: (key) => (
      <>
        <span className="block font-medium break-all">{shownName(key.domain)}</span>
        <span className="block font-mono text-sm break-all text-ink-muted">{key.name}</span>
        <span className="block text-sm text-ink-muted md:hidden">
          <code className="font-mono">{key.namePattern}</code> · {typesText(key.types)}
        </span>
      </>
    ),
  },
  {
    id: 'scope',
    header: 'May change',
    width: 'minmax(0, 1.4fr)',
    isWideOnly: true,
    cell: (key) => (
      <>
        <code className="block truncate font-mono text-sm">{key.namePattern}</code>
        <span className="block text-sm text-ink-muted">{typesText(key.types)}</span>
      </>
    ),
  },
  {
    id: 'created',
    header: 'Created by',
    width: 'minmax(0, 1.2fr)',
    isWideOnly: true,
    cell: (key) => <Creation life={key} />,
  },
  {
    id: 'used',
    header: 'Last use',
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

function typesText(types: readonly string[] | null): string {
  return types === null ? 'All types' : types.join(', ');
}

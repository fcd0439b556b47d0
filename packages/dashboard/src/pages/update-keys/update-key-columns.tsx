/** The columns of a TSIG key. On phones its permissions are below its name. */

import { typeLabel } from '@hostmaster/dns/records';
import { shownName } from '../../domains/shown-name.ts';
import type { Column } from '../../ui/table.tsx';
import type { UpdateKey } from './update-keys-query.ts';

export const updateKeyColumns: readonly Column<UpdateKey>[] = [
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
    header: 'Permissions',
    width: 'minmax(0, 1.4fr)',
    isWideOnly: true,
    cell: (key) => (
      <>
        <code className="block truncate font-mono text-sm">{key.namePattern}</code>
        <span className="block text-sm text-ink-muted">{typesText(key.types)}</span>
      </>
    ),
  },
];

function typesText(types: readonly string[] | null): string {
  return types === null ? 'All types' : types.map(typeLabel).join(', ');
}

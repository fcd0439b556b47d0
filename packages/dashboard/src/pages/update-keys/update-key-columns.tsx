/** The columns of a TSIG key. On phones its permissions are below its name. */
import { typeLabel } from '@hostmaster/dns/records';
import type { Column } from '../../ui/layout/table.tsx';
import { Badge } from '../../ui/text/badge.tsx';
import { keyDomains } from './key-domains.ts';
import type { UpdateKey } from './update-keys-query.ts';

export const updateKeyColumns: readonly Column<UpdateKey>[] = [
  {
    id: 'key',
    header: 'Key',
    width: 'minmax(0, 2fr)',
    cell: (key) => (
      <>
        <span className="block font-medium break-all">{keyDomains(key)}</span>
        <span className="block font-mono text-sm break-all text-ink-muted">{key.name}</span>
        <span className="block text-sm text-ink-muted md:hidden">
          <code className="font-mono">{key.namePattern}</code> · {permissionsText(key)}
        </span>
        {key.isWeak && <Badge tone="warn">Weak algorithm</Badge>}
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
        <span className="block text-sm text-ink-muted">{permissionsText(key)}</span>
      </>
    ),
  },
];

function permissionsText({ types, transfer }: UpdateKey): string {
  const changes = types === null ? 'All types' : types.map(typeLabel).join(', ');
  return transfer ? `${changes} · zone transfers` : changes;
}

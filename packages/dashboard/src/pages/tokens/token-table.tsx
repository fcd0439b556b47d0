/** Tokens as rows. On phones what they may do stands below their name. */

import { shownName } from '../../domains/shown-name.ts';
import { LastUse } from '../../keys/key-life.tsx';
import { KeyTable } from '../../keys/key-table.tsx';
import type { Column } from '../../ui/table.tsx';
import { Tooltip } from '../../ui/tooltip.tsx';
import { scopeLabel } from './scopes.ts';
import type { Token } from './tokens-query.ts';

export function TokenTable({
  label,
  tokens,
  onRevoke,
}: {
  readonly label: string;
  readonly tokens: readonly Token[];
  /** Absent where nothing is left to revoke. */
  readonly onRevoke?: (token: Token) => void;
}) {
  return (
    <KeyTable
      label={label}
      columns={columns}
      keys={tokens}
      rowKey={({ id }) => id}
      onRevoke={onRevoke}
    />
  );
}

const columns: readonly Column<Token>[] = [
  {
    id: 'name',
    header: 'Name',
    width: 'minmax(0, 2fr)',
    cell: (token) => (
      <>
        <span className="block font-medium break-words">{token.name}</span>
        <span className="block font-mono text-sm text-ink-muted">{token.prefix}…</span>
        <span className="block text-sm text-ink-muted md:hidden">
          {scopeLabel(token.scope)} · <LastUse life={token} />
        </span>
      </>
    ),
  },
  {
    id: 'scope',
    header: 'May do',
    width: 'minmax(0, 1.4fr)',
    isWideOnly: true,
    cell: (token) => (
      <>
        <span className="block">{scopeLabel(token.scope)}</span>
        <Reach names={token.domainNames} />
      </>
    ),
  },
];

function Reach({ names }: { readonly names: readonly string[] | null }) {
  if (names === null) return <span className="block text-sm text-ink-muted">All domains</span>;
  const [first = ''] = names;
  if (names.length === 1) {
    return <span className="block truncate text-sm text-ink-muted">{shownName(first)}</span>;
  }
  return (
    <Tooltip content={names.map(shownName).join(', ')}>
      <button type="button" className="block rounded-xs text-sm text-ink-muted">
        {names.length} domains
      </button>
    </Tooltip>
  );
}

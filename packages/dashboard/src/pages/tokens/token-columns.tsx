/** The columns of a token. On phones its permissions are below its name. */

import { spendingText } from '../../credits/cap.ts';
import { shownName } from '../../domains/shown-name.ts';
import { LastUse } from '../../keys/key-dates.tsx';
import { readsMore, scopeLabel } from '../../keys/scopes.ts';
import type { Column } from '../../ui/layout/table.tsx';
import { counted } from '../../ui/text/counted.ts';
import type { Token } from './tokens-query.ts';

export const tokenColumns = (onCap: (token: Token) => void): readonly Column<Token>[] => [
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
        {readsMore(token) && <ReadsMore className="md:hidden" />}
        <SpendingLine token={token} onCap={onCap} className="md:hidden" />
      </>
    ),
  },
  {
    id: 'scope',
    header: 'Permissions',
    width: 'minmax(0, 1.4fr)',
    isWideOnly: true,
    cell: (token) => (
      <>
        <span className="block">{scopeLabel(token.scope)}</span>
        <Reach names={token.domainNames} />
        {readsMore(token) && <ReadsMore />}
        <SpendingLine token={token} onCap={onCap} />
      </>
    ),
  },
];

/** What it has spent, and the way to its cap. Only full access buys anything. */
function SpendingLine({
  token,
  onCap,
  className = '',
}: {
  readonly token: Token;
  readonly onCap: (token: Token) => void;
  readonly className?: string;
}) {
  if (token.scope !== 'all') return null;
  const action = token.spending.cap === null ? 'Set cap' : 'Change cap';
  return (
    <span className={`flex flex-wrap gap-x-2 text-sm text-ink-muted ${className}`}>
      {spendingText(token.spending)}
      {token.state === 'valid' && (
        <button
          type="button"
          className="rounded-xs font-medium text-accent-ink underline-offset-3 hover:underline"
          aria-label={`${action} of ${token.name}`}
          onClick={() => onCap(token)}
        >
          {action}
        </button>
      )}
    </span>
  );
}

/** It keeps working as it was created; a new one reads less. */
function ReadsMore({ className = '' }: { readonly className?: string }) {
  return (
    <span className={`block text-sm text-ink-muted ${className}`}>
      Can also read contacts and the balance. Create a new token to limit that.
    </span>
  );
}

function Reach({ names }: { readonly names: readonly string[] | null }) {
  if (names === null) return <span className="block text-sm text-ink-muted">All domains</span>;
  const [first = ''] = names;
  if (names.length === 1) {
    return <span className="block truncate text-sm text-ink-muted">{shownName(first)}</span>;
  }
  const all = names.map(shownName).join(', ');
  return (
    <button
      type="button"
      data-hint={all}
      aria-description={all}
      className="block rounded-xs text-sm text-ink-muted"
    >
      {counted(names.length, 'domain')}
    </button>
  );
}

/** The results of a search. Available names link to their registration. */
import { Link } from '@tanstack/react-router';
import { Check, ChevronRight, Plus } from 'lucide-react';
import type { ReactNode } from 'react';
import { useWorkspace } from '../../api/use-workspace.ts';
import { lookAlikeOf } from '../../domains/look-alike.ts';
import { shownName } from '../../domains/shown-name.ts';
import { classNames } from '../../ui/class-names.ts';
import { IconButton } from '../../ui/controls/icon-button.tsx';
import { Badge } from '../../ui/text/badge.tsx';
import { formatAmount, formatCredits } from '../../ui/text/credits.tsx';
import { TakenSince } from './taken-since.tsx';
import type { Basket } from './use-basket.ts';
import type { SearchResult } from './use-name-search.ts';

/** The dates of a taken name cost a question each: a long list is shown without. */
const lookUpsMax = 10;

export function ResultList({
  label,
  results,
  basket,
  isLarge = false,
}: {
  readonly label: string;
  readonly results: readonly SearchResult[];
  readonly basket: Basket;
  /** For the exact name that was searched. */
  readonly isLarge?: boolean;
}) {
  const isShort = results.length <= lookUpsMax;
  return (
    <ul
      aria-label={label}
      className="divide-y divide-line overflow-hidden rounded-lg border border-line bg-surface shadow-card"
    >
      {results.map((result) => (
        <ResultItem
          key={result.domain}
          result={result}
          basket={basket}
          isLarge={isLarge}
          isLookedUp={isShort}
        />
      ))}
    </ul>
  );
}

function ResultItem({
  result,
  basket,
  isLarge,
  isLookedUp,
}: {
  readonly result: SearchResult;
  readonly basket: Basket;
  readonly isLarge: boolean;
  readonly isLookedUp: boolean;
}) {
  const { workspaceId } = useWorkspace();
  const rowClass = classNames('flex items-center gap-4 px-4 md:px-5', isLarge ? 'py-5' : 'py-3');
  if (result.isOwn) {
    return (
      <li>
        <Link
          to="/$workspaceId/domains/$domain"
          params={{ workspaceId, domain: result.domain }}
          data-stop=""
          className={classNames(rowClass, 'group hover:bg-hover focus-visible:-outline-offset-2')}
        >
          <ResultName result={result} isLarge={isLarge}>
            <Badge tone="good">Yours</Badge>
          </ResultName>
          <span className="shrink-0 text-sm font-medium text-accent-ink">Manage</span>
          <Chevron />
        </Link>
      </li>
    );
  }
  if (!result.available) {
    return (
      <li>
        <Link
          to="/$workspaceId/domains/transfers/new"
          params={{ workspaceId }}
          search={{ domain: result.domain }}
          data-stop=""
          className={classNames(
            rowClass,
            'group text-ink-faint hover:bg-hover focus-visible:-outline-offset-2',
          )}
        >
          <ResultName result={result} isLarge={isLarge} />
          <span className="shrink-0 text-right text-sm">
            Taken
            <span className="block text-ink-muted group-hover:text-accent-ink">
              Yours? Transfer it
            </span>
          </span>
          <Chevron />
        </Link>
        {isLookedUp && <TakenSince domain={result.domain} />}
      </li>
    );
  }
  const isInBasket = basket.has(result.domain);
  return (
    <li className="flex items-center hover:bg-hover">
      <Link
        to="/$workspaceId/domains/register/$domain"
        params={{ workspaceId, domain: result.domain }}
        data-stop=""
        className={classNames(
          rowClass,
          'group min-w-0 grow pr-1 focus-visible:-outline-offset-2 md:pr-2',
        )}
      >
        <ResultName result={result} isLarge={isLarge}>
          {result.isPremium && <Badge tone="accent">Premium</Badge>}
        </ResultName>
        <span className="figures shrink-0 text-right">
          <span className="font-medium">{formatCredits(result.registerCredits)}</span>
          <span className="text-ink-muted">
            {result.registerCredits !== result.renewCredits && ','}{' '}
          </span>
          <span className="text-ink-muted max-md:block max-md:text-sm">{termsOf(result)}</span>
        </span>
        <Chevron />
      </Link>
      <IconButton
        icon={isInBasket ? Check : Plus}
        label={`${isInBasket ? 'Remove' : 'Add'} ${shownName(result.domain)} ${isInBasket ? 'from' : 'to'} the basket`}
        aria-pressed={isInBasket}
        className={classNames('mr-2 md:mr-3', isInBasket && 'text-good-ink')}
        onClick={() => basket.toggle(result)}
      />
    </li>
  );
}

/** What the first price says about the years after: "12 credits, then 14 a year". */
function termsOf({ registerCredits, renewCredits }: SearchResult): string {
  return registerCredits === renewCredits ? 'a year' : `then ${formatAmount(renewCredits)} a year`;
}

function Chevron() {
  return (
    <ChevronRight
      className="size-4 shrink-0 text-ink-faint transition-transform group-hover:translate-x-0.5"
      aria-hidden="true"
    />
  );
}

function ResultName({
  result,
  isLarge,
  children,
}: {
  readonly result: SearchResult;
  readonly isLarge: boolean;
  readonly children?: ReactNode;
}) {
  const shown = shownName(result.domain);
  const lookAlike = lookAlikeOf(result.domain);
  const dot = shown.indexOf('.');
  const isReachable = result.available || result.isOwn;
  return (
    <span className="min-w-0 flex-1">
      <span className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
        <span
          className={classNames('min-w-0 break-all', isLarge ? 'text-lg font-semibold' : 'text-md')}
        >
          <span className={isReachable && !isLarge ? 'text-ink-muted' : undefined}>
            {shown.slice(0, dot)}
          </span>
          <span className={classNames(isReachable && 'font-semibold text-ink')}>
            {shown.slice(dot)}
          </span>
        </span>
        {children}
      </span>
      {shown !== result.domain && (
        <span className="block font-mono text-xs break-all text-ink-faint">{result.domain}</span>
      )}
      {lookAlike !== null && (
        <span className="block text-sm text-warn-ink">Looks like {lookAlike}, but isn't</span>
      )}
    </span>
  );
}

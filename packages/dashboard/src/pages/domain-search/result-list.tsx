/** The results of a search. Available names link to their registration. */
import { Link } from '@tanstack/react-router';
import { ChevronRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { useWorkspace } from '../../api/use-workspace.ts';
import { lookAlikeOf } from '../../domains/look-alike.ts';
import { shownName } from '../../domains/shown-name.ts';
import { classNames } from '../../ui/class-names.ts';
import { Badge } from '../../ui/text/badge.tsx';
import { formatAmount, formatCredits } from '../../ui/text/credits.tsx';
import type { SearchResult } from './use-name-search.ts';

export function ResultList({
  label,
  results,
  isLarge = false,
}: {
  readonly label: string;
  readonly results: readonly SearchResult[];
  /** For the exact name that was searched. */
  readonly isLarge?: boolean;
}) {
  return (
    <ul
      aria-label={label}
      className="divide-y divide-line overflow-hidden rounded-lg border border-line bg-surface shadow-card"
    >
      {results.map((result) => (
        <ResultItem key={result.domain} result={result} isLarge={isLarge} />
      ))}
    </ul>
  );
}

function ResultItem({
  result,
  isLarge,
}: {
  readonly result: SearchResult;
  readonly isLarge: boolean;
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
      <li className={classNames(rowClass, 'text-ink-faint')}>
        <ResultName result={result} isLarge={isLarge} />
        <span className="shrink-0 text-sm">Taken</span>
      </li>
    );
  }
  return (
    <li>
      <Link
        to="/$workspaceId/domains/register/$domain"
        params={{ workspaceId, domain: result.domain }}
        data-stop=""
        className={classNames(rowClass, 'group hover:bg-hover focus-visible:-outline-offset-2')}
      >
        <ResultName result={result} isLarge={isLarge}>
          {result.isPremium && <Badge tone="accent">Premium</Badge>}
        </ResultName>
        <span className="figures flex shrink-0 flex-col text-right md:flex-row md:items-baseline md:gap-4">
          <span className="text-sm text-ink-muted max-md:order-last">
            renews at {formatAmount(result.renewCredits)}
          </span>
          <span className="font-medium md:w-34">
            {formatCredits(result.registerCredits)}
            <span className="font-normal text-ink-muted"> a year</span>
          </span>
        </span>
        <Chevron />
      </Link>
    </li>
  );
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

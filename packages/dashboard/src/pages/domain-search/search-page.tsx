/** Searches a name under every suffix, with availability and prices. */
import { useNavigate, useSearch } from '@tanstack/react-router';
import { Search, SearchX } from 'lucide-react';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { useSession } from '../../api/session.ts';
import { useWorkspace } from '../../api/use-workspace.ts';
import { classNames } from '../../ui/class-names.ts';
import { Input } from '../../ui/controls/input.tsx';
import { useTextInAddress } from '../../ui/controls/use-text-in-address.ts';
import { Page } from '../../ui/layout/page.tsx';
import { EmptyState } from '../../ui/states/empty-state.tsx';
import { ErrorState } from '../../ui/states/error-state.tsx';
import { Skeleton } from '../../ui/states/skeleton.tsx';
import { Spinner } from '../../ui/states/spinner.tsx';
import { TextLink } from '../../ui/text/text-link.tsx';
import { Announcement } from './announcement.tsx';
import { BasketBar } from './basket-bar.tsx';
import { explainName } from './explain-name.ts';
import { ListResults } from './list-results.tsx';
import { ResultList } from './result-list.tsx';
import { nameInAddress, pastedList } from './search-names.ts';
import { type Basket, useBasket } from './use-basket.ts';
import { useNameSearch } from './use-name-search.ts';

const addressLengthMax = 1_000;

export function SearchPage() {
  const { workspaceId } = useWorkspace();
  return (
    <Page
      title="Find a domain"
      description="Check availability and prices across extensions."
      breadcrumb={
        <TextLink to="/$workspaceId/domains" params={{ workspaceId }}>
          Domains
        </TextLink>
      }
      width="narrow"
    >
      <NameSearch />
    </Page>
  );
}

function NameSearch() {
  const navigate = useNavigate({ from: '/$workspaceId/domains/search' });
  const { name: typed = '' } = useSearch({ from: '/$workspaceId/domains/search' });
  const [text, setText] = useTextInAddress(typed, (name) => {
    // A long list would make an address that servers refuse.
    if (name !== undefined && name.length > addressLengthMax) return;
    void navigate({
      search: name === undefined ? {} : { name },
      replace: true,
      resetScroll: false,
    });
  });
  const search = useNameSearch(text);
  const basket = useBasket();
  const area = useRef<HTMLDivElement>(null);
  const chooseFirst = useChooseFirst(text, search);

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the arrows go between field and links
    <div
      ref={area}
      className="flex flex-col gap-5"
      onKeyDown={(event) => moveFocus(event, area.current)}
    >
      <Input
        type="search"
        aria-label="Domain name"
        aria-describedby="name-search-note"
        placeholder="yourname, yourname.com or a list"
        autoFocus
        value={text}
        onChange={(event) => setText(event.target.value)}
        onPaste={(event) => {
          const list = pastedList(event.clipboardData.getData('text'));
          if (list === null) return;
          event.preventDefault();
          setText(list);
        }}
        onKeyDown={(event) => event.key === 'Enter' && chooseFirst()}
        before={<Search className="size-4" aria-hidden="true" />}
        after={
          search.query.isFetching ? (
            <span className="flex size-8 items-center justify-center text-ink-faint">
              <Spinner />
            </span>
          ) : undefined
        }
        className="[&>input]:h-11 [&>input]:text-md"
        spellCheck={false}
        autoCapitalize="none"
        autoCorrect="off"
        data-stop=""
      />
      <Results text={text} search={search} basket={basket} />
      <BasketBar basket={basket} />
    </div>
  );
}

/** Enter chooses the first available name; pressed before the results arrive, it waits for them. */
function useChooseFirst(text: string, search: ReturnType<typeof useNameSearch>): () => void {
  const { workspaceId } = useWorkspace();
  const navigate = useNavigate();
  const [requested, setRequested] = useState<string | null>(null);
  const { isCurrent } = search;
  const best = search.query.data?.results.find((result) => result.available)?.domain;
  useEffect(() => {
    if (requested === null || !isCurrent) return;
    setRequested(null);
    if (requested !== text || best === undefined) return;
    void navigate({
      to: '/$workspaceId/domains/register/$domain',
      params: { workspaceId, domain: best },
    });
  }, [requested, text, isCurrent, best, workspaceId, navigate]);
  return () => setRequested(text);
}

function Results({
  text,
  search,
  basket,
}: {
  readonly text: string;
  readonly basket: Basket;
  readonly search: ReturnType<typeof useNameSearch>;
}) {
  const { workspaceId } = useWorkspace();
  const { service } = useSession();
  const { query, isCurrent, exact, others, variants, list, left } = search;
  const problem = list === null ? explainName(nameInAddress(text)) : null;
  if (text.trim() === '') {
    return (
      <div className="flex flex-col gap-3 text-ink-muted">
        <p id="name-search-note">
          Use letters, digits and hyphens. Press the arrow keys to browse results, or Enter to
          choose the first available domain.
        </p>
        <p>
          Want to know about a registered domain?{' '}
          <TextLink to="/$workspaceId/domains/look-up" params={{ workspaceId }}>
            Look it up
          </TextLink>
        </p>
        {service.mode === 'sandbox' && (
          <p>
            In the sandbox some names behave differently: a name that starts with sandbox-taken- is
            taken, for example.{' '}
            <TextLink to="/$workspaceId/help" params={{ workspaceId }}>
              See all sandbox names
            </TextLink>
          </p>
        )}
      </div>
    );
  }
  if (problem !== null) return <Problem>{problem}</Problem>;
  if (list !== null) return <ListResults list={list} left={left} basket={basket} />;
  if (query.isError) return <ErrorState error={query.error} onRetry={() => void query.refetch()} />;
  if (query.data === undefined) return <ResultsSkeleton />;
  if (isCurrent && query.data.label === null) {
    return (
      <Problem>
        This isn't a valid domain name. Use letters from one script, digits and hyphens.
      </Problem>
    );
  }
  const { results } = query.data;
  if (isCurrent && results.length === 0) {
    return (
      <EmptyState icon={SearchX} title="No results">
        No extensions are on sale yet, or the registries didn't respond. Try again in a moment.
      </EmptyState>
    );
  }
  return (
    <div className={classNames('flex flex-col gap-5', !isCurrent && 'opacity-60')}>
      {isCurrent && <Announcement results={results} />}
      {isCurrent &&
        exact === undefined &&
        nameInAddress(text).trim().replace(/\.$/, '').includes('.') && (
          <p className="text-warn-ink">This extension isn't available here. Try one of these:</p>
        )}
      {exact === undefined ? (
        <ResultList label="Extensions" results={results} basket={basket} />
      ) : (
        <>
          <ResultList label="Your search" results={[exact]} basket={basket} isLarge />
          {variants.length > 0 && (
            <ResultList label="Similar names" results={variants} basket={basket} />
          )}
          {others !== undefined && (
            <ResultList label="Other extensions" results={others} basket={basket} />
          )}
        </>
      )}
    </div>
  );
}

function Problem({ children }: { readonly children: string }) {
  return (
    <p id="name-search-note" role="status" className="text-warn-ink">
      {children}
    </p>
  );
}

function ResultsSkeleton() {
  return (
    <div aria-busy="true" className="flex flex-col gap-2.5">
      <span className="sr-only" role="status">
        Searching
      </span>
      {['first', 'second', 'third', 'fourth'].map((row) => (
        <Skeleton key={row} className="h-16 rounded-lg" />
      ))}
    </div>
  );
}

/** The arrow keys move the focus between the input and the results. */
function moveFocus(event: KeyboardEvent, area: HTMLElement | null): void {
  if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
  const stops = [...(area?.querySelectorAll<HTMLElement>('[data-stop]') ?? [])];
  const at = stops.indexOf(document.activeElement as HTMLElement);
  const next = stops[at + (event.key === 'ArrowDown' ? 1 : -1)];
  if (next === undefined) return;
  event.preventDefault();
  next.focus();
}

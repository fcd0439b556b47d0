/** Looks up what the public sees of any domain: one of this service, or of the world. */
import { useNavigate, useSearch } from '@tanstack/react-router';
import { Search, SearchX } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { useWorkspace } from '../../api/use-workspace.ts';
import { type LookUp, useLookUp } from '../../domains/look-up-query.ts';
import { shownName } from '../../domains/shown-name.ts';
import { Button } from '../../ui/controls/button.tsx';
import { Input } from '../../ui/controls/input.tsx';
import { Card } from '../../ui/layout/card.tsx';
import { Detail, Details } from '../../ui/layout/details.tsx';
import { Page } from '../../ui/layout/page.tsx';
import { EmptyState } from '../../ui/states/empty-state.tsx';
import { QueryView } from '../../ui/states/query-view.tsx';
import { Skeleton } from '../../ui/states/skeleton.tsx';
import { TextLink } from '../../ui/text/text-link.tsx';
import { Time } from '../../ui/text/time.tsx';

export function LookUpPage() {
  const { workspaceId } = useWorkspace();
  const navigate = useNavigate({ from: '/$workspaceId/domains/look-up' });
  const { name = '' } = useSearch({ from: '/$workspaceId/domains/look-up' });
  const [text, setText] = useState(name);
  const lookUp = (event: FormEvent) => {
    event.preventDefault();
    const wanted = text.trim();
    void navigate({ search: wanted === '' ? {} : { name: wanted } });
  };
  return (
    <Page
      title="Look up a domain"
      description="See what is public about any domain: its registrar, dates and nameservers."
      breadcrumb={
        <TextLink to="/$workspaceId/domains/search" params={{ workspaceId }}>
          Find a domain
        </TextLink>
      }
      width="narrow"
    >
      <form onSubmit={lookUp} className="flex items-start gap-3">
        <Input
          type="search"
          aria-label="Domain name"
          placeholder="example.com"
          autoFocus
          value={text}
          onChange={(event) => setText(event.target.value)}
          before={<Search className="size-4" aria-hidden="true" />}
          className="flex-1"
          spellCheck={false}
          autoCapitalize="none"
          autoCorrect="off"
        />
        <Button type="submit">Look up</Button>
      </form>
      {name !== '' && <Answer key={name} name={name} />}
    </Page>
  );
}

function Answer({ name }: { readonly name: string }) {
  const query = useLookUp(name, true);
  return (
    <QueryView query={query} loading={<Skeleton className="h-56" />}>
      {(found) => (found.data === null ? <Nothing found={found} /> : <Found found={found} />)}
    </QueryView>
  );
}

const reasons = {
  not_found: ['Not registered', 'The registry has no public data about this domain.'],
  no_server: [
    'No public data',
    "This service doesn't know where data about this domain is published.",
  ],
  unavailable: ['No answer', "The registry's server didn't answer. Try again in a moment."],
} as const;

function Nothing({ found }: { readonly found: LookUp }) {
  const [title, text] = reasons[found.outcome === 'found' ? 'unavailable' : found.outcome];
  return (
    <Card>
      <EmptyState icon={SearchX} title={title}>
        {text}
      </EmptyState>
    </Card>
  );
}

function Found({ found: { domain, data, server } }: { readonly found: LookUp }) {
  if (data === null) return null;
  const { statuses, nameservers, isSigned } = data;
  const dates = [
    ['Registered', data.registeredAt],
    ['Expires', data.expiresAt],
    ['Last changed', data.changedAt],
    ['Transferred', data.transferredAt],
  ] as const;
  return (
    <Card title={shownName(domain)} description={server === null ? null : `According to ${server}`}>
      <Details>
        <Detail label="Registrar">{data.registrar ?? 'Not public'}</Detail>
        <Detail label="Owner">{data.registrant ?? 'Not public'}</Detail>
        {dates.map(
          ([label, at]) =>
            at !== null && (
              <Detail key={label} label={label}>
                <Time at={at} />
              </Detail>
            ),
        )}
        {statuses.length > 0 && <Detail label="Status">{statuses.join(', ')}</Detail>}
        {nameservers.length > 0 && (
          <Detail label="Nameservers">
            <ul>
              {nameservers.map((host) => (
                <li key={host} className="font-mono text-sm break-all">
                  {host}
                </li>
              ))}
            </ul>
          </Detail>
        )}
        {isSigned !== null && <Detail label="DNSSEC">{isSigned ? 'Signed' : 'Not signed'}</Detail>}
      </Details>
    </Card>
  );
}

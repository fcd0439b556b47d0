/** Registers a name on one page: period, settings, contact and order summary. */
import { HostmasterError } from '@hostmaster/sdk';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { CircleCheck, CircleSlash, SearchX } from 'lucide-react';
import type { ReactNode } from 'react';
import { useWorkspace } from '../../api/use-workspace.ts';
import { contactsQuery } from '../../contacts/contacts-query.ts';
import { shownName } from '../../domains/shown-name.ts';
import { asSentence } from '../../forms/as-sentence.ts';
import { ButtonLink } from '../../ui/controls/button.tsx';
import { Card } from '../../ui/layout/card.tsx';
import { Page } from '../../ui/layout/page.tsx';
import { EmptyState } from '../../ui/states/empty-state.tsx';
import { QueryView } from '../../ui/states/query-view.tsx';
import { Skeleton } from '../../ui/states/skeleton.tsx';
import { Badge } from '../../ui/text/badge.tsx';
import { TextLink } from '../../ui/text/text-link.tsx';
import { quoteQuery } from './quote-query.ts';
import { RegistrationForm } from './registration-form.tsx';

export function RegisterPage() {
  const { workspaceId } = useWorkspace();
  const { domain: name } = useParams({ from: '/$workspaceId/domains/register/$domain' });
  const quote = useQuery(quoteQuery(workspaceId, name));
  const contacts = useQuery(contactsQuery(workspaceId));
  const domain = quote.data?.domain ?? name;
  const shown = shownName(domain);
  return (
    <Page
      title={`Register ${shown}`}
      breadcrumb={
        <TextLink
          to="/$workspaceId/domains/search"
          params={{ workspaceId }}
          search={{ name: shown }}
        >
          Find a domain
        </TextLink>
      }
      {...(quote.data?.isPremium === true ? { aside: <Badge tone="accent">Premium</Badge> } : {})}
      {...(shown === domain
        ? {}
        : { description: <span className="font-mono text-sm">{domain}</span> })}
    >
      {isRefusal(quote.error) ? (
        <Unavailable title="Not available here" name={shown}>
          {asSentence(quote.error.fields[0]?.message ?? quote.error.message)}
        </Unavailable>
      ) : (
        <QueryView query={quote} loading={<RegisterSkeleton />}>
          {(offer) => {
            if (offer.isOwn) return <Own name={offer.domain} />;
            if (!offer.available) {
              return (
                <Unavailable title={`${shown} is taken`} name={shown}>
                  It may be registered already, or reserved by the registry. If it's yours,{' '}
                  <TextLink
                    to="/$workspaceId/domains/transfers/new"
                    params={{ workspaceId }}
                    search={{ domain: offer.domain }}
                  >
                    transfer it here
                  </TextLink>
                  .
                </Unavailable>
              );
            }
            // Without saved contacts the form still works.
            if (contacts.isPending) return <RegisterSkeleton />;
            return <RegistrationForm offer={offer} contacts={contacts.data ?? []} />;
          }}
        </QueryView>
      )}
    </Page>
  );
}

function isRefusal(error: unknown): error is HostmasterError {
  return error instanceof HostmasterError && error.status === 400;
}

/** After a registration, Back leads here. */
function Own({ name }: { readonly name: string }) {
  const { workspaceId } = useWorkspace();
  return (
    <Card>
      <EmptyState
        icon={CircleCheck}
        title={`${shownName(name)} is yours`}
        action={
          <ButtonLink
            to="/$workspaceId/domains/$domain"
            params={{ workspaceId, domain: name }}
            variant="primary"
          >
            Manage domain
          </ButtonLink>
        }
      >
        This workspace has already registered it.
      </EmptyState>
    </Card>
  );
}

function Unavailable({
  title,
  name,
  children,
}: {
  readonly title: string;
  readonly name: string;
  readonly children: ReactNode;
}) {
  const { workspaceId } = useWorkspace();
  const [label = name] = name.split('.');
  return (
    <Card>
      <EmptyState
        icon={title.endsWith('taken') ? CircleSlash : SearchX}
        title={title}
        action={
          <ButtonLink
            to="/$workspaceId/domains/search"
            params={{ workspaceId }}
            search={{ name: label }}
            variant="primary"
          >
            See other extensions
          </ButtonLink>
        }
      >
        {children}
      </EmptyState>
    </Card>
  );
}

function RegisterSkeleton() {
  return (
    <div className="grid gap-6 lg:grid-cols-[minmax(0,1fr)_20rem]">
      <div className="flex flex-col gap-6">
        <Skeleton className="h-52 rounded-lg" />
        <Skeleton className="h-96 rounded-lg" />
      </div>
      <Skeleton className="h-64 rounded-lg" />
    </div>
  );
}

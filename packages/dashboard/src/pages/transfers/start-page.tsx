/** Starts a transfer: the name, then price, auth code and owner on one page; or those of a list of domains. */
import { HostmasterError } from '@hostmaster/sdk';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { CircleSlash } from 'lucide-react';
import { useWorkspace } from '../../api/use-workspace.ts';
import { contactsQuery } from '../../contacts/contacts-query.ts';
import { shownName } from '../../domains/shown-name.ts';
import { asSentence } from '../../forms/as-sentence.ts';
import { SubmitButton, TextField } from '../../forms/form-fields.tsx';
import { FormView } from '../../forms/form-view.tsx';
import { required } from '../../forms/required.ts';
import { useForm } from '../../forms/use-form.ts';
import { ButtonLink } from '../../ui/controls/button.tsx';
import { Card } from '../../ui/layout/card.tsx';
import { Page } from '../../ui/layout/page.tsx';
import { EmptyState } from '../../ui/states/empty-state.tsx';
import { QueryView } from '../../ui/states/query-view.tsx';
import { Skeleton } from '../../ui/states/skeleton.tsx';
import { TextLink } from '../../ui/text/text-link.tsx';
import { TransferForm } from './transfer-form.tsx';
import { TransferListForm } from './transfer-list-form.tsx';
import { transferOfferQuery } from './transfers-query.ts';

export function StartTransferPage() {
  const { domain } = useSearch({ from: '/$workspaceId/domains/transfers/new' });
  return (
    <Page
      title={domain === undefined ? 'Transfer a domain' : `Transfer ${shownName(domain)}`}
      description="Move a domain here from another registrar. It keeps working with its current nameservers."
      breadcrumb={<TransfersLink />}
      width={domain === undefined ? 'narrow' : 'wide'}
    >
      {domain === undefined ? <NameForm /> : <Offer key={domain} domain={domain} />}
    </Page>
  );
}

export function StartTransferListPage() {
  return (
    <Page
      title="Transfer a list of domains"
      description="You'll see the price of each domain and the total before anything is charged."
      breadcrumb={<TransfersLink />}
      width="narrow"
    >
      <TransferListForm />
    </Page>
  );
}

function TransfersLink() {
  const { workspaceId } = useWorkspace();
  return (
    <TextLink to="/$workspaceId/domains/transfers" params={{ workspaceId }}>
      Transfers
    </TextLink>
  );
}

function NameForm() {
  const { workspaceId } = useWorkspace();
  const navigate = useNavigate();
  const form = useForm({
    initial: { domain: '' },
    validate: required({ domain: 'Enter a domain name.' }),
    submit: async ({ domain }) => domain.trim().toLowerCase(),
    onDone: async (domain) => {
      await navigate({
        to: '/$workspaceId/domains/transfers/new',
        params: { workspaceId },
        search: { domain },
      });
    },
  });
  return (
    <FormView form={form} label="Transfer a domain" className="gap-0">
      <Card footer={<SubmitButton form={form}>See price</SubmitButton>}>
        <div className="max-w-md pt-2">
          <TextField
            form={form}
            name="domain"
            label="Domain name"
            placeholder="example.com"
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            autoFocus
          />
        </div>
      </Card>
      <p className="mt-4 text-ink-muted">
        Moving several domains?{' '}
        <TextLink to="/$workspaceId/domains/transfers/list" params={{ workspaceId }}>
          Transfer a list
        </TextLink>
      </p>
    </FormView>
  );
}

function Offer({ domain }: { readonly domain: string }) {
  const { workspaceId } = useWorkspace();
  const offer = useQuery(transferOfferQuery(workspaceId, domain));
  const contacts = useQuery(contactsQuery(workspaceId));
  const { error } = offer;
  if (error instanceof HostmasterError && (error.status === 400 || error.status === 409)) {
    const message = error.fields[0]?.message ?? error.message;
    return <NotTransferable domain={domain} message={message} />;
  }
  return (
    <QueryView query={offer} loading={<FormSkeleton />}>
      {(loaded) =>
        // Without saved contacts the form still works.
        contacts.isPending ? (
          <FormSkeleton />
        ) : (
          <TransferForm offer={loaded} contacts={contacts.data ?? []} />
        )
      }
    </QueryView>
  );
}

/** A name that is free can be registered instead. */
function NotTransferable({
  domain,
  message,
}: {
  readonly domain: string;
  readonly message: string;
}) {
  const { api, workspaceId } = useWorkspace();
  const { data } = useQuery({
    queryKey: [workspaceId, 'search', domain],
    queryFn: ({ signal }) => api.searchDomains({ query: domain }, { signal }),
  });
  const isFree = data?.results.some((result) => result.domain === domain && result.available);
  return (
    <Card>
      <EmptyState
        icon={CircleSlash}
        title="This domain can't be transferred"
        action={
          <div className="flex flex-wrap justify-center gap-2">
            <ButtonLink to="/$workspaceId/domains/transfers/new" params={{ workspaceId }}>
              Try another domain
            </ButtonLink>
            {isFree === true && (
              <ButtonLink
                variant="primary"
                to="/$workspaceId/domains/register/$domain"
                params={{ workspaceId, domain }}
              >
                Register it
              </ButtonLink>
            )}
          </div>
        }
      >
        {asSentence(message)}
      </EmptyState>
    </Card>
  );
}

function FormSkeleton() {
  return (
    <div className="grid gap-6 lg:grid-cols-[minmax(0,1fr)_20rem]">
      <Skeleton className="h-96 rounded-lg" />
      <Skeleton className="h-64 rounded-lg" />
    </div>
  );
}

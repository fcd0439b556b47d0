/** Answers to common questions, the API reference, and how to reach the operator. */
import { Fragment, type ReactNode, useId } from 'react';
import { useSession } from '../../api/session.ts';
import { useWorkspace } from '../../api/use-workspace.ts';
import { sandboxNames } from '../../domains/sandbox-names.ts';
import { asSentence } from '../../forms/as-sentence.ts';
import { Card } from '../../ui/layout/card.tsx';
import { Page } from '../../ui/layout/page.tsx';
import { TextLink } from '../../ui/text/text-link.tsx';

const anchorClass =
  'rounded-xs font-medium text-accent-ink underline underline-offset-3 hover:no-underline';

export function HelpPage() {
  const { service } = useSession();
  return (
    <Page title="Help" description="Short answers, and where to find more." width="narrow">
      <DomainsCard />
      <DnsCard />
      <ApiCard />
      {service.mode === 'sandbox' && <SandboxCard />}
      <SupportCard />
    </Page>
  );
}

function DomainsCard() {
  const { workspaceId } = useWorkspace();
  const params = { workspaceId };
  return (
    <Card title="Domains and credits">
      <Answers>
        <Answer question="How do I register a domain?">
          <TextLink to="/$workspaceId/domains/search" params={params}>
            Search for a name
          </TextLink>
          , choose a result and enter the owner's contact details. Registration costs credits and
          usually takes a few seconds. If the registry declines, you get a full refund.
        </Answer>
        <Answer question="What happens when a domain expires?">
          We email you before and after it expires. You can still renew it at the normal price for a
          while; the domain's page shows until when. After that, it is released and anyone can
          register it.
        </Answer>
        <Answer question="How does auto-renew work?">
          We renew the domain two weeks before it expires and charge your balance. If your balance
          is too low, we email you and try again every day.{' '}
          <TextLink to="/$workspaceId/credits" params={params}>
            Credits
          </TextLink>{' '}
          shows upcoming renewals and what they cost.
        </Answer>
      </Answers>
    </Card>
  );
}

/** What to type to see something go wrong. */
function SandboxCard() {
  return (
    <Card
      title="Sandbox names"
      description="The start of a name decides how the sandbox registry treats it."
    >
      <dl className="grid gap-x-6 gap-y-2 md:grid-cols-[auto_minmax(0,1fr)]">
        {sandboxNames.map(({ prefix, effect }) => (
          <Fragment key={prefix}>
            <dt className="font-mono text-sm">{prefix}…</dt>
            <dd className="text-ink-muted max-md:mb-2">{asSentence(effect)}</dd>
          </Fragment>
        ))}
      </dl>
    </Card>
  );
}

function DnsCard() {
  const { workspaceId } = useWorkspace();
  const { service } = useSession();
  return (
    <Card title="DNS">
      <Answers>
        <Answer question="How do I connect a website or receive email?">
          Open the domain and add records on its DNS tab: an A record with your server's address for
          a website, or the MX records that your mail provider gives you. For many providers, “Use a
          template” in the menu above the records adds all of them.
        </Answer>
        <Answer question="How long do changes take?">
          We publish changes within seconds. Resolvers keep an old answer until its TTL has passed.
        </Answer>
        <Answer question="Can I use other nameservers?">
          Yes. Enter them on the domain's Nameservers tab. To use the DNS records here, the domain
          needs {service.nameservers.join(' and ')}.
        </Answer>
        <Answer question="How do I import or export a zone?">
          Choose “Import zone file” or “Export zone file” in the menu above the records. An import
          shows every change before it is made.
        </Answer>
        <Answer question="Can scripts update records without the API?">
          Yes:{' '}
          <TextLink to="/$workspaceId/settings/update-keys" params={{ workspaceId }}>
            dynamic DNS keys
          </TextLink>{' '}
          work with nsupdate, certbot, lego, external-dns and other tools that speak RFC 2136.
        </Answer>
      </Answers>
    </Card>
  );
}

function ApiCard() {
  const { workspaceId } = useWorkspace();
  return (
    <Card title="API">
      <Answers>
        <Answer question="How do I use the API?">
          Create an{' '}
          <TextLink to="/$workspaceId/settings/tokens" params={{ workspaceId }}>
            API token
          </TextLink>{' '}
          and send it in the <code className="font-mono text-sm">x-api-key</code> header. The{' '}
          <a href="/reference" target="_blank" rel="noreferrer" className={anchorClass}>
            API reference
          </a>{' '}
          lists every endpoint with examples.
        </Answer>
      </Answers>
    </Card>
  );
}

function SupportCard() {
  const { supportContact } = useSession().service;
  return (
    <Card title="Contact">
      {supportContact === null ? (
        <p className="text-ink-muted">
          For anything else, ask the person who runs this Hostmaster service.
        </p>
      ) : (
        <p>
          Can't find an answer?{' '}
          <a href={supportContact} className={anchorClass}>
            {supportContact.startsWith('mailto:')
              ? `Email ${supportContact.slice('mailto:'.length)}`
              : 'Contact support'}
          </a>
          .
        </p>
      )}
    </Card>
  );
}

function Answers({ children }: { readonly children: ReactNode }) {
  return <div className="flex flex-col gap-5">{children}</div>;
}

function Answer({
  question,
  children,
}: {
  readonly question: string;
  readonly children: ReactNode;
}) {
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <h3 id={id} className="font-medium">
        {question}
      </h3>
      <p className="mt-1 max-w-prose text-pretty text-ink-muted">{children}</p>
    </section>
  );
}

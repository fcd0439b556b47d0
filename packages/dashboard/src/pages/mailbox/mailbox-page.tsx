/** Mail that the sandbox shows here instead of sending it. */
import { useQuery } from '@tanstack/react-query';
import { Inbox } from 'lucide-react';
import { useSession } from '../../api/session.ts';
import { useWorkspace } from '../../api/use-workspace.ts';
import { Card } from '../../ui/layout/card.tsx';
import { Page } from '../../ui/layout/page.tsx';
import { EmptyState } from '../../ui/states/empty-state.tsx';
import { QueryView } from '../../ui/states/query-view.tsx';
import { SkeletonRows } from '../../ui/states/skeleton.tsx';
import { Time } from '../../ui/text/time.tsx';
import { type Mail, mailboxQuery } from './mailbox-query.ts';
import { splitLinks } from './split-links.ts';

export function MailboxPage() {
  const { workspaceId } = useWorkspace();
  const mails = useQuery(mailboxQuery(workspaceId));
  return (
    <Page
      title="Mailbox"
      description="The sandbox sends no email. Messages to you and to this workspace appear here."
      width="narrow"
    >
      <Card isFlush>
        <QueryView query={mails} loading={<SkeletonRows count={4} />}>
          {(list) => (list.length === 0 ? <NoMail /> : <MailList mails={list} />)}
        </QueryView>
      </Card>
    </Page>
  );
}

function MailList({ mails }: { readonly mails: readonly Mail[] }) {
  return (
    <ul aria-label="Messages" className="divide-y divide-line">
      {mails.map((mail, index) => (
        <li key={mail.id}>
          <details open={index === 0} className="group">
            <summary className="flex cursor-pointer flex-wrap items-baseline justify-between gap-x-4 gap-y-0.5 px-5 py-3 hover:bg-hover focus-visible:-outline-offset-2">
              <span className="min-w-0 font-medium break-words">{mail.subject}</span>
              <span className="text-sm text-ink-muted">
                <Time at={mail.at} as="relative" />
              </span>
            </summary>
            <div className="px-5 pb-5">
              <p className="mb-3 text-sm text-ink-muted">To {mail.to}</p>
              <MailText text={mail.text} />
            </div>
          </details>
        </li>
      ))}
    </ul>
  );
}

function MailText({ text }: { readonly text: string }) {
  const { service } = useSession();
  return (
    <p className="break-words whitespace-pre-line">
      {splitLinks(text).map((part) =>
        part.isLink ? (
          <a
            key={part.at}
            href={hrefOf(part.text, service.publicUrl)}
            className="break-all text-accent-ink underline underline-offset-3 hover:no-underline"
          >
            {part.text}
          </a>
        ) : (
          <span key={part.at}>{part.text}</span>
        ),
      )}
    </p>
  );
}

/** Links to this service open under the address it is visited at. */
function hrefOf(link: string, publicUrl: string): string {
  return link.startsWith(`${publicUrl}/`) ? link.slice(publicUrl.length) : link;
}

function NoMail() {
  return (
    <EmptyState icon={Inbox} title="No messages yet">
      Confirmation links and notices about your domains appear here.
    </EmptyState>
  );
}

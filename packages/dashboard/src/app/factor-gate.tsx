/** For members without a second factor where one is required: a notice before the date, and a page after it. */
import { ShieldAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { useCalendarNow } from '../api/use-now.ts';
import { useWorkspace } from '../api/use-workspace.ts';
import { ButtonLink } from '../ui/controls/button.tsx';
import { Card } from '../ui/layout/card.tsx';
import { Page } from '../ui/layout/page.tsx';
import { EmptyState } from '../ui/states/empty-state.tsx';
import { TextLink } from '../ui/text/text-link.tsx';
import { Time } from '../ui/text/time.tsx';

export function FactorGate({
  dueAt,
  isAccount,
  children,
}: {
  readonly dueAt: string;
  /** The account is where the factor is set up, so it is never withheld. */
  readonly isAccount: boolean;
  readonly children: ReactNode;
}) {
  const isDue = Date.parse(dueAt) <= useCalendarNow();
  if (isDue && !isAccount) return <FactorNeeded />;
  return (
    <>
      <FactorNotice dueAt={dueAt} isDue={isDue} isAccount={isAccount} />
      {children}
    </>
  );
}

function FactorNotice({
  dueAt,
  isDue,
  isAccount,
}: {
  readonly dueAt: string;
  readonly isDue: boolean;
  readonly isAccount: boolean;
}) {
  const { workspaceId } = useWorkspace();
  return (
    <aside
      aria-label="Two-factor authentication"
      className="flex flex-wrap items-center justify-center gap-x-3 gap-y-1 border-b border-line bg-warn-soft px-4 py-2 text-center text-sm text-warn-ink md:px-8"
    >
      <span>
        This workspace requires two-factor authentication
        {!isDue && (
          <>
            {' '}
            from <Time at={dueAt} isCalendar />
          </>
        )}
        .
      </span>
      {!isAccount && (
        <TextLink to="/$workspaceId/account" params={{ workspaceId }}>
          Set it up
        </TextLink>
      )}
    </aside>
  );
}

function FactorNeeded() {
  const { workspaceId } = useWorkspace();
  return (
    <Page title="Two-factor authentication required" width="narrow">
      <Card>
        <EmptyState
          icon={ShieldAlert}
          title="Set up two-factor authentication"
          action={
            <ButtonLink to="/$workspaceId/account" params={{ workspaceId }} variant="primary">
              Go to your account
            </ButtonLink>
          }
        >
          This workspace requires a passkey or an authenticator app. Add one to your account to
          continue.
        </EmptyState>
      </Card>
    </Page>
  );
}

/** A hold, and the most important other notice about a domain, with an action. */

import { useNavigate, useRouterState } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { useWorkspace } from '../../api/use-workspace.ts';
import { DismissRegistration } from '../../domains/dismiss-registration.tsx';
import type { DomainDetails } from '../../domains/domain-query.ts';
import { shownName } from '../../domains/shown-name.ts';
import { TransferAnswers, TransferOutcome } from '../../domains/transfer-request.tsx';
import { asSentence } from '../../forms/as-sentence.ts';
import { Button, ButtonLink } from '../../ui/controls/button.tsx';
import { Banner } from '../../ui/layout/banner.tsx';
import { useDialogSubject } from '../../ui/popups/use-dialog-subject.ts';
import { Spinner } from '../../ui/states/spinner.tsx';
import { Time } from '../../ui/text/time.tsx';
import { Allowed } from '../../workspaces/allowed.tsx';
import { noticeOf } from './notice-of.ts';

const RestoreDialog = lazy(async () => ({
  default: (await import('./restore-dialog.tsx')).RestoreDialog,
}));

export function DomainNotice({
  domain,
  onRenew,
}: {
  readonly domain: DomainDetails;
  readonly onRenew: () => void;
}) {
  const hasGoneLive = useGoneLive(domain);
  const notice = noticeOf(domain);
  // Always mounted, so that screen readers announce its content.
  return (
    <div role="status" className="flex flex-col gap-3 empty:hidden">
      {domain.holdReason !== null && (
        <Banner tone="bad" title="This domain is on hold">
          Its website and email don't work until the hold is lifted. Reason:{' '}
          {asSentence(domain.holdReason)} Contact the operator of this service to resolve this.
        </Banner>
      )}
      {domain.transferOut !== null && (
        <Banner
          tone="warn"
          title="Another registrar requested this domain"
          action={<TransferAnswers request={domain.transferOut} isMain />}
        >
          <TransferOutcome request={domain.transferOut} />
        </Banner>
      )}
      {notice === null && domain.holdReason === null && hasGoneLive && (
        <Banner tone="good" title={`${shownName(domain.name)} is live`}>
          The registry confirmed the registration. Your records and nameservers are in effect.
        </Banner>
      )}
      {notice === 'provisioning' && (
        <Banner title="Registration in progress" action={<Spinner className="mt-0.5" />}>
          We're registering this domain. You can already make changes; they take effect once the
          domain is live.
        </Banner>
      )}
      {notice === 'registration-failed' && (
        <Banner
          tone="bad"
          title="Registration failed"
          action={
            <Allowed act="domains.buy">
              <DismissAndLeave name={domain.name} />
              <RegisterAgain name={domain.name} />
            </Allowed>
          }
        >
          {reasonOf(domain)} Your credits were refunded.
        </Banner>
      )}
      {notice === 'renewal-failed' && (
        <Banner tone="bad" title="Renewal failed" action={<RenewNow onClick={onRenew} />}>
          {reasonOf(domain)} Your credits were refunded. The domain keeps working until it expires
          on <Time at={domain.expiresAt} />.
        </Banner>
      )}
      {notice === 'expired' && (
        <Banner
          tone="bad"
          title="This domain has expired"
          action={<RenewNow onClick={onRenew} isMain />}
        >
          Renew it by <Time at={domain.graceEndsAt} />. After that, it's released and anyone can
          register it.
        </Banner>
      )}
      {notice === 'releasing' && (
        <Banner tone="bad" title="This domain is being released">
          It expired and wasn't renewed in time. It can no longer be changed or renewed.
        </Banner>
      )}
      {notice === 'restorable' && domain.restorableUntil !== null && (
        <Banner
          tone="bad"
          title="This domain was deleted"
          action={
            <Allowed act="domains.renew">
              <RestoreAction domain={domain} />
            </Allowed>
          }
        >
          You can restore it until <Time at={domain.restorableUntil} as="time" />. After that,
          anyone can register it. Its records are kept until then, but the domain doesn't work.
        </Banner>
      )}
      {notice === 'restoring' && (
        <Banner title="Restore in progress" action={<Spinner className="mt-0.5" />}>
          The registry is bringing this domain back. If it declines, you get a full refund.
        </Banner>
      )}
      {notice === 'expiring' && (
        <Banner tone="warn" title="Expiring soon" action={<RenewNow onClick={onRenew} />}>
          This domain expires on <Time at={domain.expiresAt} /> and auto-renew is off.
        </Banner>
      )}
    </div>
  );
}

/** True after the registry confirmed the domain while the page was open. */
function useGoneLive({ pendingFulfillment, state }: DomainDetails): boolean {
  const wasPending = useRef(pendingFulfillment);
  const [hasGoneLive, setGoneLive] = useState(false);
  const path = useRouterState({ select: ({ location }) => location.pathname });
  const shownAt = useRef<string | null>(null);
  useEffect(() => {
    if (wasPending.current && !pendingFulfillment && state === 'live') {
      shownAt.current = path;
      setGoneLive(true);
    } else if (shownAt.current !== null && shownAt.current !== path) {
      // The notice is dismissed by navigation.
      setGoneLive(false);
    }
    wasPending.current = pendingFulfillment;
  }, [pendingFulfillment, state, path]);
  return hasGoneLive;
}

function reasonOf({ failure }: DomainDetails): string {
  if (failure === null) return 'The registry declined it.';
  return asSentence(failure);
}

function RenewNow({
  onClick,
  isMain = false,
}: {
  readonly onClick: () => void;
  /** What the page is about: adding a record can wait. */
  readonly isMain?: boolean;
}) {
  return (
    <Allowed act="domains.renew">
      <Button size="sm" variant={isMain ? 'primary' : 'secondary'} onClick={onClick}>
        Renew now
      </Button>
    </Allowed>
  );
}

/** The dialog is loaded when it is opened. */
function RestoreAction({ domain }: { readonly domain: DomainDetails }) {
  const dialog = useDialogSubject<DomainDetails>();
  return (
    <>
      <Button size="sm" onClick={() => dialog.open(domain)}>
        Restore
      </Button>
      {dialog.opening > 0 && (
        <Suspense>
          <RestoreDialog
            key={dialog.opening}
            domain={domain}
            isOpen={dialog.isOpen}
            onClose={dialog.close}
          />
        </Suspense>
      )}
    </>
  );
}

function DismissAndLeave({ name }: { readonly name: string }) {
  const { workspaceId } = useWorkspace();
  const navigate = useNavigate();
  return (
    <DismissRegistration
      domain={name}
      onDone={() => void navigate({ to: '/$workspaceId/domains', params: { workspaceId } })}
    />
  );
}

function RegisterAgain({ name }: { readonly name: string }) {
  const { workspaceId } = useWorkspace();
  return (
    <ButtonLink
      size="sm"
      to="/$workspaceId/domains/register/$domain"
      params={{ workspaceId, domain: name }}
    >
      Register again
    </ButtonLink>
  );
}

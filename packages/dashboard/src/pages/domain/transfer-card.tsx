/** Leaving for another registrar: the transfer lock and the auth code. Both need the password again. */
import { queryOptions, useMutation, useQuery } from '@tanstack/react-query';
import { KeyRound, Lock, LockOpen } from 'lucide-react';
import { lazy, Suspense } from 'react';
import { workspaceClient } from '../../api/client.ts';
import { explainError } from '../../api/explain-error.ts';
import { refreshWorkspace } from '../../api/refresh-workspace.ts';
import { useWorkspace } from '../../api/use-workspace.ts';
import type { TransferRequest } from '../../domains/domain-query.ts';
import { type DomainDetails, type DomainPlace, domainKey } from '../../domains/domain-query.ts';
import { TransferAnswers, TransferOutcome } from '../../domains/transfer-request.tsx';
import { PasswordGate, useWithPassword } from '../../forms/password-gate.tsx';
import { Button } from '../../ui/controls/button.tsx';
import { Card } from '../../ui/layout/card.tsx';
import { showToast } from '../../ui/popups/toast-queue.ts';
import { useDialogSubject } from '../../ui/popups/use-dialog-subject.ts';
import { QueryView } from '../../ui/states/query-view.tsx';
import { Skeleton } from '../../ui/states/skeleton.tsx';
import { Badge } from '../../ui/text/badge.tsx';
import { Time } from '../../ui/text/time.tsx';

const AuthCodeDialog = lazy(async () => ({
  default: (await import('./auth-code-dialog.tsx')).AuthCodeDialog,
}));

function lockQuery(place: DomainPlace) {
  return queryOptions({
    queryKey: [...domainKey(place), 'transfer-lock'],
    queryFn: ({ signal }) =>
      workspaceClient(place.workspaceId).getTransferLock({ domain: place.domain }, { signal }),
  });
}

type TransferLock = Awaited<ReturnType<NonNullable<ReturnType<typeof lockQuery>['queryFn']>>>;

export function TransferCard({ domain }: { readonly domain: DomainDetails }) {
  const { workspaceId } = useWorkspace();
  const lock = useQuery(lockQuery({ workspaceId, domain: domain.name }));
  const isLocked = domain.transferOut === null ? lock.data?.locked : undefined;
  return (
    <Card
      title="Transfer to another registrar"
      {...(isLocked === undefined
        ? {}
        : {
            action: (
              <Badge tone={isLocked ? 'good' : 'warn'}>{isLocked ? 'Locked' : 'Unlocked'}</Badge>
            ),
          })}
    >
      {domain.transferOut === null ? (
        <QueryView query={lock} loading={<Skeleton className="h-16" />}>
          {(loaded) => (
            <PasswordGate>
              <LockView name={domain.name} lock={loaded} />
            </PasswordGate>
          )}
        </QueryView>
      ) : (
        <RequestView request={domain.transferOut} />
      )}
    </Card>
  );
}

/** Instead of the lock and the auth code: the registry changes neither while a request is pending. */
function RequestView({ request }: { readonly request: TransferRequest }) {
  return (
    <div className="flex flex-col gap-4">
      <p className="max-w-prose text-ink-muted">
        Another registrar requested this domain on <Time at={request.requestedAt} />.{' '}
        <TransferOutcome request={request} /> Turning on the transfer lock doesn't stop a request
        that was already made.
      </p>
      <TransferAnswers request={request} />
    </div>
  );
}

const reasons = {
  registration: 'it was registered recently',
  transfer: 'it was transferred here recently',
  owner_change: 'its owner changed recently',
} as const;

function LockView({ name, lock }: { readonly name: string; readonly lock: TransferLock }) {
  const { api, workspaceId } = useWorkspace();
  const withPassword = useWithPassword();
  const code = useDialogSubject<string>();
  const change = useMutation({
    mutationFn: (locked: boolean) =>
      withPassword(() => api.updateTransferLock({ domain: name, locked })),
    onSuccess: async ({ locked }) => {
      await refreshWorkspace(workspaceId);
      showToast({ title: locked ? 'Transfer lock is on' : 'Transfer lock is off' });
    },
    onError: (error) =>
      showToast({
        tone: 'bad',
        title: "Couldn't change the transfer lock",
        description: explainError(error).message,
      }),
  });
  const { locked, lockedUntil, reason } = lock;
  const isBarred = locked && lockedUntil !== null;
  return (
    <div className="flex flex-col gap-4">
      <p className="max-w-prose text-ink-muted">
        {isBarred && (
          <>
            This domain stays locked until <Time at={lockedUntil} />
            {reason !== null && ` because ${reasons[reason]}`}.
          </>
        )}
        {locked &&
          !isBarred &&
          "This domain can't be transferred away. To move it, turn off the lock, then get an auth code for your new registrar."}
        {!locked &&
          'Anyone with a valid auth code can transfer this domain away. Turn the lock on again if you decide to stay.'}
      </p>
      <div className="flex flex-wrap gap-2">
        {locked ? (
          <Button
            icon={LockOpen}
            disabled={isBarred}
            isLoading={change.isPending}
            onClick={() => change.mutate(false)}
          >
            Turn off lock
          </Button>
        ) : (
          <>
            <Button icon={KeyRound} onClick={() => code.open(name)}>
              Get auth code
            </Button>
            <Button icon={Lock} isLoading={change.isPending} onClick={() => change.mutate(true)}>
              Turn on lock
            </Button>
          </>
        )}
      </div>
      <p className="text-sm text-ink-muted">
        We ask for your password, and email the workspace and the domain's owner about every change.
      </p>
      {code.opening > 0 && (
        <Suspense>
          <AuthCodeDialog key={code.opening} dialog={code} />
        </Suspense>
      )}
    </div>
  );
}

/** The account's sessions, which can be ended. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { LogOut, Monitor, Smartphone } from 'lucide-react';
import { useState } from 'react';
import { dashboard } from '../../api/client.ts';
import { explainError } from '../../api/explain-error.ts';
import { useOptimisticMutation } from '../../api/use-optimistic-mutation.ts';
import { Button } from '../../ui/controls/button.tsx';
import { Card } from '../../ui/layout/card.tsx';
import { ConfirmDialog } from '../../ui/popups/confirm-dialog.tsx';
import { showToast } from '../../ui/popups/toast-queue.ts';
import { QueryView } from '../../ui/states/query-view.tsx';
import { SkeletonRows } from '../../ui/states/skeleton.tsx';
import { Badge } from '../../ui/text/badge.tsx';
import { counted } from '../../ui/text/counted.ts';
import { Time } from '../../ui/text/time.tsx';
import { AccountRow } from './account-row.tsx';
import { describeBrowser } from './describe-browser.ts';
import { type SessionRow, type Sessions, sessionsKey, sessionsQuery } from './sessions-query.ts';

export function SessionsCard() {
  const sessions = useQuery(sessionsQuery);
  const revoke = useOptimisticMutation({
    queryKey: sessionsKey,
    mutate: (session: SessionRow) => dashboard.revokeSession({ sessionId: session.id }),
    change: (data: Sessions, session) => ({
      sessions: data.sessions.filter(({ id }) => id !== session.id),
    }),
    onDone: () => showToast({ title: 'Session ended' }),
    failureTitle: "Couldn't end the session",
  });
  const others = sessions.data?.sessions.filter((session) => !session.isCurrent).length ?? 0;
  return (
    <Card
      isFlush
      title="Sessions"
      description="Where you're signed in. End any session you don't recognize, then change your password."
      action={others > 0 && <RevokeOthers count={others} />}
    >
      <QueryView query={sessions} loading={<SkeletonRows count={2} />}>
        {(data) => (
          <ul className="divide-y divide-line">
            {data.sessions.map((session) => (
              <SessionItem
                key={session.id}
                session={session}
                onRevoke={() => revoke.mutate(session)}
              />
            ))}
          </ul>
        )}
      </QueryView>
    </Card>
  );
}

function SessionItem({
  session,
  onRevoke,
}: {
  readonly session: SessionRow;
  readonly onRevoke: () => void;
}) {
  const browser = describeBrowser(session.userAgent);
  return (
    <AccountRow
      icon={browser.isPhone ? Smartphone : Monitor}
      title={browser.label}
      badge={session.isCurrent && <Badge tone="good">This session</Badge>}
      action={
        !session.isCurrent && (
          <Button size="sm" onClick={onRevoke} aria-label={`End session: ${browser.label}`}>
            End
          </Button>
        )
      }
    >
      {session.address} · active <Time at={session.lastSeenAt} as="relative" />
    </AccountRow>
  );
}

function RevokeOthers({ count }: { readonly count: number }) {
  const queries = useQueryClient();
  const [isAsking, setAsking] = useState(false);
  const revoke = useMutation({
    mutationFn: () => dashboard.revokeOtherSessions(),
    onSuccess: () => {
      setAsking(false);
      showToast({ title: 'Signed out of all other sessions' });
      return queries.invalidateQueries({ queryKey: sessionsKey });
    },
  });
  return (
    <>
      <Button size="sm" icon={LogOut} onClick={() => setAsking(true)}>
        Sign out other sessions
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        title="Sign out of all other sessions?"
        confirmLabel="Sign out other sessions"
        onConfirm={() => revoke.mutate()}
        isLoading={revoke.isPending}
        error={revoke.isError ? explainError(revoke.error).message : null}
      >
        {counted(count, 'other session')} will be signed out immediately. You'll stay signed in
        here.
      </ConfirmDialog>
    </>
  );
}

/** Recovery without any second factor: it is started here, and finished 72 hours later. */
import { useMutation } from '@tanstack/react-query';
import { dashboard } from '../../api/client.ts';
import { explainError } from '../../api/explain-error.ts';
import type { Session, SignInStep } from '../../api/session-store.ts';
import { useCalendarNow } from '../../api/use-now.ts';
import { Button } from '../../ui/controls/button.tsx';
import { Banner } from '../../ui/layout/banner.tsx';
import { Time } from '../../ui/text/time.tsx';
import { VisitorCard } from './visitor-card.tsx';

export function RecoveryStep({
  step: { ticket, recoveryDueAt },
  onSignedIn,
  onBack,
}: {
  readonly step: SignInStep;
  readonly onSignedIn: (session: Session) => Promise<void>;
  readonly onBack: () => void;
}) {
  const now = useCalendarNow();
  const start = useMutation({ mutationFn: () => dashboard.startRecovery({ ticket }) });
  const finish = useMutation({
    mutationFn: () => dashboard.finishRecovery({ ticket }),
    onSuccess: onSignedIn,
  });
  const dueAt = start.data?.dueAt ?? recoveryDueAt;
  const error = start.error ?? finish.error;
  return (
    <VisitorCard title="Recover your account">
      <div className="flex flex-col gap-4">
        {error !== null && (
          <Banner tone="bad" isUrgent>
            {explainError(error).message}
          </Banner>
        )}
        {dueAt === null ? (
          <>
            <p>
              Use this if you've lost your phone, passkeys and recovery codes. It takes 72 hours. We
              email you and the owners of your workspaces, and each email has a link to stop it.
              Signing in with your second factor stops it, too.
            </p>
            <Button
              variant="primary"
              size="lg"
              isLoading={start.isPending}
              onClick={() => start.mutate()}
            >
              Start recovery
            </Button>
          </>
        ) : Date.parse(dueAt) > now ? (
          <p role="status">
            Recovery has started. Sign in with your password again after{' '}
            <Time at={dueAt} as="time" isCalendar /> to finish it.
          </p>
        ) : (
          <>
            <p>
              The 72 hours are over. Finishing removes your authenticator app, passkeys and recovery
              codes, and signs you out everywhere else.
            </p>
            <Button
              variant="primary"
              size="lg"
              isLoading={finish.isPending || finish.isSuccess}
              onClick={() => finish.mutate()}
            >
              Finish recovery
            </Button>
          </>
        )}
        <Button variant="ghost" onClick={onBack}>
          Back
        </Button>
      </div>
    </VisitorCard>
  );
}

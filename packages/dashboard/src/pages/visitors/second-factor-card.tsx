/** The second step of signing in, after the password. */
import { lazy, Suspense, useState } from 'react';
import { dashboard } from '../../api/client.ts';
import type { Session, SignInStep } from '../../api/session-store.ts';
import { SecondFactorForm } from '../../forms/second-factor-form.tsx';
import { Button } from '../../ui/controls/button.tsx';
import { VisitorCard } from './visitor-card.tsx';

const RecoveryStep = lazy(async () => ({
  default: (await import('./recovery-step.tsx')).RecoveryStep,
}));

export interface SecondFactorProps {
  readonly step: SignInStep;
  readonly onSignedIn: (session: Session) => Promise<void>;
  readonly onBack: () => void;
}

export function SecondFactorCard({ step, onSignedIn, onBack }: SecondFactorProps) {
  const [isLost, setLost] = useState(false);
  if (isLost) {
    return (
      <Suspense>
        <RecoveryStep step={step} onSignedIn={onSignedIn} onBack={() => setLost(false)} />
      </Suspense>
    );
  }
  return (
    <VisitorCard
      title="Two-factor authentication"
      description="Confirm that it's you with a second step."
    >
      <SecondFactorForm
        methods={step.methods}
        label="Two-factor authentication"
        submitLabel="Sign in"
        submitCode={(code) => dashboard.completeSignIn({ ticket: step.ticket, code })}
        submitPasskey={(response) => dashboard.signInWithPasskey({ response, ticket: step.ticket })}
        onDone={onSignedIn}
      >
        <Button variant="ghost" onClick={onBack}>
          Back to sign in
        </Button>
        <Button variant="ghost" onClick={() => setLost(true)}>
          I've lost all of these
        </Button>
      </SecondFactorForm>
    </VisitorCard>
  );
}

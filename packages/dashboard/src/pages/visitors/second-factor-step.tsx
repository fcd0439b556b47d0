/** The second step of signing in, after the password. */
import { dashboard } from '../../api/client.ts';
import type { Session } from '../../api/session-store.ts';
import { CodeForm } from '../../forms/code-form.tsx';
import { Button } from '../../ui/controls/button.tsx';
import { VisitorCard } from './visitor-card.tsx';

export function SecondFactorStep({
  ticket,
  onSignedIn,
  onBack,
}: {
  readonly ticket: string;
  readonly onSignedIn: (session: Session) => Promise<void>;
  readonly onBack: () => void;
}) {
  return (
    <VisitorCard
      title="Two-factor authentication"
      description="Confirm that it's you with a second step."
    >
      <CodeForm
        label="Two-factor authentication"
        submitLabel="Sign in"
        submit={(code) => dashboard.completeSignIn({ ticket, code })}
        onDone={onSignedIn}
      >
        <Button variant="ghost" onClick={onBack}>
          Back to sign in
        </Button>
      </CodeForm>
    </VisitorCard>
  );
}

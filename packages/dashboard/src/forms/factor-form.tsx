/** Confirms a session with a second factor of the account; loaded when the service asks for one. */
import { useQuery } from '@tanstack/react-query';
import { dashboard } from '../api/client.ts';
import { secondFactorsQuery } from '../api/second-factors-query.ts';
import { Button } from '../ui/controls/button.tsx';
import { QueryView } from '../ui/states/query-view.tsx';
import { SkeletonRows } from '../ui/states/skeleton.tsx';
import { SecondFactorForm } from './second-factor-form.tsx';

export function FactorForm({
  onCancel,
  onEntered,
}: {
  readonly onCancel: () => void;
  readonly onEntered: () => void;
}) {
  const factors = useQuery(secondFactorsQuery);
  return (
    <QueryView query={factors} loading={<SkeletonRows count={2} />}>
      {({ totp, passkeys }) => (
        <SecondFactorForm
          methods={[
            ...(totp === null ? [] : (['totp'] as const)),
            ...(passkeys.length === 0 ? [] : (['passkey'] as const)),
          ]}
          label="Confirm it's you"
          submitLabel="Continue"
          submitCode={(code) => dashboard.confirmSecondFactor({ code })}
          submitPasskey={(response) => dashboard.confirmPasskey({ response })}
          onDone={onEntered}
        >
          <Button variant="ghost" onClick={onCancel}>
            Cancel
          </Button>
        </SecondFactorForm>
      )}
    </QueryView>
  );
}

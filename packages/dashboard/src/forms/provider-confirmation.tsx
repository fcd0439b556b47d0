/** Instead of the password: a sign-in at a provider that is linked to the account. It leaves the page and comes back. */
import { useMutation, useQuery } from '@tanstack/react-query';
import { dashboard } from '../api/client.ts';
import { explainError } from '../api/explain-error.ts';
import { identitiesQuery } from '../api/identities-query.ts';
import { Button } from '../ui/controls/button.tsx';
import { Banner } from '../ui/layout/banner.tsx';

export function ProviderConfirmation() {
  const { data: linked = [] } = useQuery(identitiesQuery);
  const leaving = useMutation({
    mutationFn: (providerId: string) =>
      dashboard.confirmIdentity({ providerId, returnTo: window.location.pathname }),
    onSuccess: ({ url }) => window.location.assign(url),
  });
  const offered = linked.flatMap(({ id, provider, providerId }) =>
    providerId === null ? [] : [{ id, provider, providerId }],
  );
  if (offered.length === 0) return null;
  return (
    <div className="mt-5 flex flex-col gap-3 border-t border-line pt-5">
      {leaving.isError && (
        <Banner tone="bad" isUrgent>
          {explainError(leaving.error).message}
        </Banner>
      )}
      {offered.map(({ id, provider, providerId }) => (
        <Button
          key={id}
          isLoading={leaving.isPending}
          onClick={() => leaving.mutate(providerId)}
        >{`Confirm with ${provider}`}</Button>
      ))}
      <p className="text-sm text-ink-muted">
        You'll come back to this page. Then make the change again.
      </p>
    </div>
  );
}

/** Sign-ins at identity providers: those that are linked to the account, and those that can be. */
import { useMutation, useQuery } from '@tanstack/react-query';
import { Building2 } from 'lucide-react';
import { useState } from 'react';
import { dashboard } from '../../api/client.ts';
import { explainError } from '../../api/explain-error.ts';
import { identitiesQuery, type LinkedSignIn } from '../../api/identities-query.ts';
import { useServiceInfo } from '../../api/session.ts';
import { PasswordGate, useWithPassword } from '../../forms/password-gate.tsx';
import { Button } from '../../ui/controls/button.tsx';
import { Banner } from '../../ui/layout/banner.tsx';
import { Card } from '../../ui/layout/card.tsx';
import { QueryView } from '../../ui/states/query-view.tsx';
import { SkeletonRows } from '../../ui/states/skeleton.tsx';
import { Time } from '../../ui/text/time.tsx';
import { AccountRow } from './account-row.tsx';
import { UnlinkDialog } from './unlink-dialog.tsx';

/** Nothing where the service has no providers. */
export function LinkedSignInsCard() {
  const { signInProviders } = useServiceInfo();
  const linked = useQuery({ ...identitiesQuery, enabled: signInProviders.length > 0 });
  const [unlinked, setUnlinked] = useState<LinkedSignIn | null>(null);
  if (signInProviders.length === 0) return null;
  return (
    <Card
      isFlush
      title="Linked sign-ins"
      description="Use your organization's sign-in page to sign in to this account and to confirm sensitive changes."
    >
      <QueryView query={linked} loading={<SkeletonRows count={1} />}>
        {(list) => (
          <PasswordGate>
            <ul className="divide-y divide-line">
              {list.map((one) => (
                <Linked key={one.id} linked={one} onUnlink={() => setUnlinked(one)} />
              ))}
              {signInProviders
                .filter(({ id }) => !list.some(({ providerId }) => providerId === id))
                .map((provider) => (
                  <Unlinked key={provider.id} {...provider} />
                ))}
            </ul>
          </PasswordGate>
        )}
      </QueryView>
      {unlinked !== null && <UnlinkDialog linked={unlinked} onClose={() => setUnlinked(null)} />}
    </Card>
  );
}

function Linked({
  linked: { provider, email, lastUsedAt },
  onUnlink,
}: {
  readonly linked: LinkedSignIn;
  readonly onUnlink: () => void;
}) {
  return (
    <AccountRow
      icon={Building2}
      title={provider}
      action={
        <Button size="sm" aria-label={`Unlink ${provider}`} onClick={onUnlink}>
          Unlink
        </Button>
      }
    >
      {email !== null && <span className="break-all">{email}, </span>}
      last used <Time at={lastUsedAt} as="relative" />
    </AccountRow>
  );
}

function Unlinked({ id: providerId, name }: { readonly id: string; readonly name: string }) {
  const withPassword = useWithPassword();
  const leaving = useMutation({
    mutationFn: () =>
      withPassword(() =>
        dashboard.linkIdentity({ providerId, returnTo: window.location.pathname }),
      ),
    onSuccess: ({ url }) => window.location.assign(url),
  });
  return (
    <AccountRow
      icon={Building2}
      title={name}
      action={
        <Button
          size="sm"
          aria-label={`Link ${name}`}
          isLoading={leaving.isPending}
          onClick={() => leaving.mutate()}
        >
          Link
        </Button>
      }
    >
      {leaving.isError ? (
        <Banner tone="bad" isUrgent>
          {explainError(leaving.error).message}
        </Banner>
      ) : (
        'Not linked to this account.'
      )}
    </AccountRow>
  );
}

/** Sign-ins at identity providers: those that are linked to the account, and those that can be. */
import { useMutation, useQuery } from '@tanstack/react-query';
import { Building2 } from 'lucide-react';
import { type ReactNode, useState } from 'react';
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
      description="Sign in to this account with your organization's sign-in page. If you have no password here, confirm with it before sensitive changes."
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

/** Confirming there counts as the password does; the page is opened again. */
function Linked({
  linked: { providerId, provider, email, lastUsedAt },
  onUnlink,
}: {
  readonly linked: LinkedSignIn;
  readonly onUnlink: () => void;
}) {
  const leaving = useMutation({
    mutationFn: (id: string) =>
      dashboard.confirmIdentity({ providerId: id, returnTo: window.location.pathname }),
    onSuccess: ({ url }) => window.location.assign(url),
  });
  return (
    <Row
      title={provider}
      action={
        <div className="flex flex-wrap justify-end gap-2">
          {providerId !== null && (
            <Button
              size="sm"
              aria-label={`Confirm with ${provider}`}
              isLoading={leaving.isPending}
              onClick={() => leaving.mutate(providerId)}
            >
              Confirm
            </Button>
          )}
          <Button size="sm" aria-label={`Unlink ${provider}`} onClick={onUnlink}>
            Unlink
          </Button>
        </div>
      }
    >
      {leaving.isError && (
        <Banner tone="bad" isUrgent>
          {explainError(leaving.error).message}
        </Banner>
      )}
      {email !== null && <span className="break-all">{email}, </span>}
      last used <Time at={lastUsedAt} as="relative" />
    </Row>
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
    <Row
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
    </Row>
  );
}

function Row({
  title,
  action,
  children,
}: {
  readonly title: string;
  readonly action: ReactNode;
  readonly children: ReactNode;
}) {
  return (
    <li className="flex items-center gap-4 px-5 py-3.5">
      <Building2 className="size-5 shrink-0 text-ink-faint" aria-hidden="true" />
      <div className="min-w-0 flex-1">
        <p className="font-medium">{title}</p>
        <div className="text-sm text-ink-muted">{children}</div>
      </div>
      {action}
    </li>
  );
}

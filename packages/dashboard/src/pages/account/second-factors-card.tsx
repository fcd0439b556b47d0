/** Two-factor authentication: an authenticator app and recovery codes. */
import { useQuery } from '@tanstack/react-query';
import { KeySquare, Smartphone } from 'lucide-react';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { Button } from '../../ui/controls/button.tsx';
import { Card } from '../../ui/layout/card.tsx';
import { QueryView } from '../../ui/states/query-view.tsx';
import { SkeletonRows } from '../../ui/states/skeleton.tsx';
import { Badge } from '../../ui/text/badge.tsx';
import { Time } from '../../ui/text/time.tsx';
import { type SecondFactors, secondFactorsQuery } from './second-factors-query.ts';

const TotpDialog = lazy(async () => ({
  default: (await import('./totp-dialog.tsx')).TotpDialog,
}));
const RemoveTotpDialog = lazy(async () => ({
  default: (await import('./remove-totp-dialog.tsx')).RemoveTotpDialog,
}));
const RecoveryCodesDialog = lazy(async () => ({
  default: (await import('./recovery-codes-dialog.tsx')).RecoveryCodesDialog,
}));

type OpenDialog = 'set-up' | 'remove' | 'recovery-codes';

export function SecondFactorsCard() {
  const factors = useQuery(secondFactorsQuery);
  const [open, setOpen] = useState<OpenDialog | null>(null);
  const close = () => setOpen(null);
  return (
    <Card
      isFlush
      title="Two-factor authentication"
      description="A second step after your password keeps your domains safe when the password is stolen."
    >
      <QueryView query={factors} loading={<SkeletonRows count={2} />}>
        {(data) => <FactorList factors={data} onOpen={setOpen} />}
      </QueryView>
      <Suspense>
        {open === 'set-up' && <TotpDialog onClose={close} />}
        {open === 'remove' && <RemoveTotpDialog onClose={close} />}
        {open === 'recovery-codes' && <RecoveryCodesDialog onClose={close} />}
      </Suspense>
    </Card>
  );
}

function FactorList({
  factors: { totp, recoveryCodesLeft },
  onOpen,
}: {
  readonly factors: SecondFactors;
  readonly onOpen: (dialog: OpenDialog) => void;
}) {
  return (
    <ul className="divide-y divide-line">
      <Factor
        icon={Smartphone}
        title="Authenticator app"
        badge={totp !== null && <Badge tone="good">On</Badge>}
        action={
          totp === null ? (
            <Button size="sm" onClick={() => onOpen('set-up')}>
              Set up
            </Button>
          ) : (
            <Button
              size="sm"
              aria-label="Remove authenticator app"
              onClick={() => onOpen('remove')}
            >
              Remove
            </Button>
          )
        }
      >
        {totp === null ? (
          'Codes from an app on your phone.'
        ) : (
          <>
            Added <Time at={totp.createdAt} as="relative" />
          </>
        )}
      </Factor>
      {totp !== null && (
        <Factor
          icon={KeySquare}
          title="Recovery codes"
          badge={recoveryCodesLeft < 3 && <Badge tone="warn">Running out</Badge>}
          action={
            <Button size="sm" onClick={() => onOpen('recovery-codes')}>
              Create new codes
            </Button>
          }
        >
          {recoveryCodesLeft} of 10 left, for when you don't have your phone.
        </Factor>
      )}
    </ul>
  );
}

function Factor({
  icon: Icon,
  title,
  badge,
  action,
  children,
}: {
  readonly icon: typeof Smartphone;
  readonly title: string;
  readonly badge: ReactNode;
  readonly action: ReactNode;
  readonly children: ReactNode;
}) {
  return (
    <li className="flex items-center gap-4 px-5 py-3.5">
      <Icon className="size-5 shrink-0 text-ink-faint" aria-hidden="true" />
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-x-2 font-medium">
          {title}
          {badge}
        </p>
        <p className="text-sm text-ink-muted">{children}</p>
      </div>
      {action}
    </li>
  );
}

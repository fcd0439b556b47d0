/** Two-factor authentication: an authenticator app, passkeys and recovery codes. */
import { useQuery } from '@tanstack/react-query';
import { Fingerprint, KeyRound, KeySquare, Smartphone } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { arePasskeysOffered } from '../../api/passkeys.ts';
import { type SecondFactors, secondFactorsQuery } from '../../api/second-factors-query.ts';
import { PasskeyHelp } from '../../forms/second-factor-form.tsx';
import { Button } from '../../ui/controls/button.tsx';
import { Card } from '../../ui/layout/card.tsx';
import { QueryView } from '../../ui/states/query-view.tsx';
import { SkeletonRows } from '../../ui/states/skeleton.tsx';
import { Badge } from '../../ui/text/badge.tsx';
import { Time } from '../../ui/text/time.tsx';
import { AccountRow } from './account-row.tsx';
import type { RemovedFactor } from './remove-factor-dialog.tsx';

const TotpDialog = lazy(async () => ({
  default: (await import('./totp-dialog.tsx')).TotpDialog,
}));
const PasskeyDialog = lazy(async () => ({
  default: (await import('./passkey-dialog.tsx')).PasskeyDialog,
}));
const RemoveFactorDialog = lazy(async () => ({
  default: (await import('./remove-factor-dialog.tsx')).RemoveFactorDialog,
}));
const RecoveryCodesDialog = lazy(async () => ({
  default: (await import('./recovery-codes-dialog.tsx')).RecoveryCodesDialog,
}));

type OpenDialog =
  | { readonly kind: 'totp' | 'passkey' | 'recovery-codes' }
  | { readonly kind: 'remove'; readonly factor: RemovedFactor };

export function SecondFactorsCard() {
  const factors = useQuery(secondFactorsQuery);
  const [open, setOpen] = useState<OpenDialog | null>(null);
  const close = () => setOpen(null);
  return (
    <Card
      isFlush
      title="Two-factor authentication"
      description="A second step after your password keeps your domains safe if it's stolen."
    >
      <QueryView query={factors} loading={<SkeletonRows count={2} />}>
        {(data) => <FactorList factors={data} onOpen={setOpen} />}
      </QueryView>
      <Suspense>
        {open?.kind === 'totp' && <TotpDialog onClose={close} />}
        {open?.kind === 'passkey' && <PasskeyDialog onClose={close} />}
        {open?.kind === 'remove' && <RemoveFactorDialog factor={open.factor} onClose={close} />}
        {open?.kind === 'recovery-codes' && <RecoveryCodesDialog onClose={close} />}
      </Suspense>
    </Card>
  );
}

function FactorList({
  factors: { totp, passkeys, recoveryCodesLeft },
  onOpen,
}: {
  readonly factors: SecondFactors;
  readonly onOpen: (dialog: OpenDialog) => void;
}) {
  return (
    <ul className="divide-y divide-line">
      <AccountRow
        icon={Smartphone}
        title="Authenticator app"
        badge={totp !== null && <Badge tone="good">On</Badge>}
        action={
          totp === null ? (
            <Button
              size="sm"
              aria-label="Set up authenticator app"
              onClick={() => onOpen({ kind: 'totp' })}
            >
              Set up
            </Button>
          ) : (
            <Button
              size="sm"
              aria-label="Remove authenticator app"
              onClick={() =>
                onOpen({ kind: 'remove', factor: { name: 'authenticator app', passkeyId: null } })
              }
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
      </AccountRow>
      <AccountRow
        icon={Fingerprint}
        title="Passkeys"
        badge={passkeys.length > 0 && <Badge tone="good">On</Badge>}
        action={
          arePasskeysOffered() && (
            <Button size="sm" onClick={() => onOpen({ kind: 'passkey' })}>
              Add passkey
            </Button>
          )
        }
      >
        {arePasskeysOffered() ? (
          'Your fingerprint, face, PIN or security key, instead of the password.'
        ) : (
          <PasskeyHelp />
        )}
      </AccountRow>
      {passkeys.map(({ id, name, createdAt, lastUsedAt }) => (
        <AccountRow
          key={id}
          icon={KeyRound}
          title={name}
          action={
            <Button
              size="sm"
              aria-label={`Remove passkey: ${name}`}
              onClick={() =>
                onOpen({ kind: 'remove', factor: { name: `passkey "${name}"`, passkeyId: id } })
              }
            >
              Remove
            </Button>
          }
        >
          Added <Time at={createdAt} as="relative" />,{' '}
          {lastUsedAt === null ? (
            'never used'
          ) : (
            <>
              last used <Time at={lastUsedAt} as="relative" />
            </>
          )}
        </AccountRow>
      ))}
      {(totp !== null || passkeys.length > 0) && (
        <AccountRow
          icon={KeySquare}
          title="Recovery codes"
          badge={recoveryCodesLeft < 3 && <Badge tone="warn">Running out</Badge>}
          action={
            <Button size="sm" onClick={() => onOpen({ kind: 'recovery-codes' })}>
              Create new codes
            </Button>
          }
        >
          {recoveryCodesLeft} of 10 left, for when you don't have your phone or passkey.
        </AccountRow>
      )}
    </ul>
  );
}

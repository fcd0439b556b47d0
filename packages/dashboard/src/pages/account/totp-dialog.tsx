/** Sets up an authenticator app: shows its secret, asks for a first code, then shows recovery codes. */
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { dashboard } from '../../api/client.ts';
import { CodeForm } from '../../forms/code-form.tsx';
import { PasswordGate, useWithPassword } from '../../forms/password-gate.tsx';
import { Button } from '../../ui/controls/button.tsx';
import { CopyButton } from '../../ui/controls/copy-button.tsx';
import { Dialog } from '../../ui/popups/dialog.tsx';
import { showToast } from '../../ui/popups/toast-queue.ts';
import { QueryView } from '../../ui/states/query-view.tsx';
import { SkeletonRows } from '../../ui/states/skeleton.tsx';
import { QrCode } from './qr-code.tsx';
import { RecoveryCodesView } from './recovery-codes-view.tsx';
import { useReloadFactors } from './use-reload-factors.ts';

export function TotpDialog({ onClose }: { readonly onClose: () => void }) {
  const reload = useReloadFactors();
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const close = () => {
    onClose();
    if (codes !== null) reload();
  };
  /** An account with a passkey has recovery codes already. */
  const show = (added: readonly string[]) => {
    if (added.length > 0) return setCodes(added);
    reload();
    onClose();
    showToast({ title: 'Authenticator app added' });
  };
  return (
    <Dialog
      isOpen
      onClose={close}
      isLocked={codes !== null}
      title={codes === null ? 'Set up authenticator app' : 'Two-factor authentication is on'}
      size={codes === null ? 'sm' : 'md'}
    >
      {codes === null ? (
        <PasswordGate>
          <SetUp onCancel={close} onDone={show} />
        </PasswordGate>
      ) : (
        <RecoveryCodesView codes={codes} onStored={close} />
      )}
    </Dialog>
  );
}

function SetUp({
  onCancel,
  onDone,
}: {
  readonly onCancel: () => void;
  readonly onDone: (codes: readonly string[]) => void;
}) {
  const withPassword = useWithPassword();
  const setUp = useQuery({
    queryKey: ['totp-set-up'],
    queryFn: () => withPassword(() => dashboard.startTotp()),
    // Each visit has a secret of its own, which is not kept.
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
  return (
    <QueryView query={setUp} loading={<SkeletonRows count={4} />}>
      {({ secret, uri }) => (
        <div className="flex flex-col gap-5">
          <p className="text-ink-muted">
            Scan this with an app such as 1Password, Google Authenticator or Aegis, then enter the
            code that it shows.
          </p>
          <div className="flex justify-center">
            <QrCode text={uri} label="QR code for your authenticator app" />
          </div>
          <div>
            <p className="text-sm text-ink-muted">Can't scan it? Enter this key in the app:</p>
            <p className="mt-1 flex items-center gap-2">
              <code className="font-mono">{inGroups(secret)}</code>
              <CopyButton value={secret} what="key" />
            </p>
          </div>
          <CodeForm
            label="Confirm the authenticator app"
            submitLabel="Turn on"
            submit={(code) => withPassword(() => dashboard.confirmTotp({ code }))}
            onDone={({ recoveryCodes }) => onDone(recoveryCodes)}
            kinds="app"
          >
            <Button variant="ghost" onClick={onCancel}>
              Cancel
            </Button>
          </CodeForm>
        </div>
      )}
    </QueryView>
  );
}

/** Easier to type. */
function inGroups(secret: string): string {
  return secret.replaceAll(/.{4}(?=.)/g, '$& ');
}

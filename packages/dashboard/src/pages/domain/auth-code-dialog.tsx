/** Issues an auth code, which is shown once. */
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { explainError } from '../../api/explain-error.ts';
import { useWorkspace } from '../../api/use-workspace.ts';
import { shownName } from '../../domains/shown-name.ts';
import { PasswordGate, useWithPassword } from '../../forms/password-gate.tsx';
import { SecretView } from '../../keys/secret-view.tsx';
import { Button } from '../../ui/controls/button.tsx';
import { Banner } from '../../ui/layout/banner.tsx';
import { Dialog } from '../../ui/popups/dialog.tsx';
import { DialogActions } from '../../ui/popups/dialog-actions.tsx';
import type { DialogSubject } from '../../ui/popups/use-dialog-subject.ts';
import { formatDate } from '../../ui/text/format-time.ts';

interface IssuedCode {
  readonly authCode: string;
  readonly expiresAt: string;
}

export function AuthCodeDialog({ dialog }: { readonly dialog: DialogSubject<string> }) {
  const [code, setCode] = useState<IssuedCode | null>(null);
  const { subject: name, isOpen, close } = dialog;
  if (name === null) return null;
  return (
    <Dialog
      isOpen={isOpen}
      onClose={close}
      isLocked={code !== null}
      title={`Auth code for ${shownName(name)}`}
      description={
        code === null
          ? 'Your new registrar needs this code. Once you get a new code, any earlier one stops working.'
          : `Enter it at your new registrar by ${formatDate(new Date(code.expiresAt))}. After that it stops working.`
      }
    >
      {code === null ? (
        <PasswordGate>
          <IssueCode name={name} onIssued={setCode} onCancel={close} />
        </PasswordGate>
      ) : (
        <SecretView
          secret={{ label: 'Auth code', what: 'auth code', value: code.authCode }}
          onStored={close}
        />
      )}
    </Dialog>
  );
}

function IssueCode({
  name,
  onIssued,
  onCancel,
}: {
  readonly name: string;
  readonly onIssued: (code: IssuedCode) => void;
  readonly onCancel: () => void;
}) {
  const { api } = useWorkspace();
  const withPassword = useWithPassword();
  const issue = useMutation({
    mutationFn: () => withPassword(() => api.issueAuthCode({ domain: name })),
    onSuccess: onIssued,
  });
  return (
    <div className="flex flex-col gap-4">
      {issue.isError && (
        <Banner tone="bad" isUrgent>
          {explainError(issue.error).message}
        </Banner>
      )}
      <DialogActions>
        <Button onClick={onCancel}>Cancel</Button>
        <Button variant="primary" isLoading={issue.isPending} onClick={() => issue.mutate()}>
          Get auth code
        </Button>
      </DialogActions>
    </div>
  );
}

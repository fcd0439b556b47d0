/** Asks before something that an account signs in with is removed. */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { explainError } from '../../api/explain-error.ts';
import { PasswordGate, useWithPassword } from '../../forms/password-gate.tsx';
import { Button } from '../../ui/controls/button.tsx';
import { Banner } from '../../ui/layout/banner.tsx';
import { Dialog } from '../../ui/popups/dialog.tsx';
import { DialogActions } from '../../ui/popups/dialog-actions.tsx';
import { showToast } from '../../ui/popups/toast-queue.ts';

interface RemovalProps {
  readonly confirmLabel: string;
  readonly doneTitle: string;
  readonly remove: () => Promise<unknown>;
  /** What to load again afterwards. */
  readonly queryKey: readonly string[];
  readonly onClose: () => void;
  readonly children: ReactNode;
}

export function RemovalDialog({
  title,
  ...removal
}: RemovalProps & {
  readonly title: string;
}) {
  return (
    <Dialog isOpen onClose={removal.onClose} title={title} size="sm">
      <PasswordGate>
        <Removal {...removal} />
      </PasswordGate>
    </Dialog>
  );
}

function Removal({ confirmLabel, doneTitle, remove, queryKey, onClose, children }: RemovalProps) {
  const queries = useQueryClient();
  const withPassword = useWithPassword();
  const removal = useMutation({
    mutationFn: () => withPassword(remove),
    onSuccess: () => {
      onClose();
      showToast({ title: doneTitle });
      return queries.invalidateQueries({ queryKey });
    },
  });
  return (
    <div className="flex flex-col gap-5">
      {removal.isError && (
        <Banner tone="bad" isUrgent>
          {explainError(removal.error).message}
        </Banner>
      )}
      <p>{children}</p>
      <DialogActions>
        <Button onClick={onClose}>Cancel</Button>
        <Button variant="danger" isLoading={removal.isPending} onClick={() => removal.mutate()}>
          {confirmLabel}
        </Button>
      </DialogActions>
    </div>
  );
}

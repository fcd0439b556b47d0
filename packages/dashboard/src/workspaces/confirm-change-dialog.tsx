/** Asks before a change of the workspace that cannot be undone, makes it, and reloads what the page shows. */
import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { explainError } from '../api/explain-error.ts';
import { refreshWorkspace } from '../api/refresh-workspace.ts';
import { useWorkspace } from '../api/use-workspace.ts';
import { ConfirmDialog } from '../ui/popups/confirm-dialog.tsx';
import { showToast } from '../ui/popups/toast-queue.ts';
import type { DialogSubject } from '../ui/popups/use-dialog-subject.ts';

export function ConfirmChangeDialog<T>({
  dialog,
  title,
  confirmLabel,
  change,
  doneTitle,
  children,
}: {
  readonly dialog: DialogSubject<T>;
  readonly title: (subject: T) => string;
  readonly confirmLabel: string;
  readonly change: (subject: T) => Promise<unknown>;
  /** The toast after the change. */
  readonly doneTitle: (subject: T) => string;
  /** What will happen, in a sentence or two. */
  readonly children: (subject: T) => ReactNode;
}) {
  const { workspaceId } = useWorkspace();
  const { subject, isOpen, close } = dialog;
  const mutation = useMutation({
    mutationFn: change,
    onSuccess: async (_, changed) => {
      await refreshWorkspace(workspaceId);
      close();
      showToast({ title: doneTitle(changed) });
    },
  });
  if (subject === null) return null;
  return (
    <ConfirmDialog
      isOpen={isOpen}
      onClose={() => {
        mutation.reset();
        close();
      }}
      title={title(subject)}
      confirmLabel={confirmLabel}
      onConfirm={() => mutation.mutate(subject)}
      isLoading={mutation.isPending}
      error={mutation.isError ? explainError(mutation.error).message : null}
    >
      {children(subject)}
    </ConfirmDialog>
  );
}

/** What to do next with a bulk operation: start, cancel or retry it. */
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { explainError } from '../../api/explain-error.ts';
import { queryClient } from '../../api/query-client.ts';
import { refreshWorkspace } from '../../api/refresh-workspace.ts';
import { useMay } from '../../api/use-may.ts';
import { useWorkspace } from '../../api/use-workspace.ts';
import { useWithPassword } from '../../forms/password-gate.tsx';
import { randomKey } from '../../forms/random-key.ts';
import { Button } from '../../ui/controls/button.tsx';
import { showToast } from '../../ui/popups/toast-queue.ts';
import { useDialogSubject } from '../../ui/popups/use-dialog-subject.ts';
import { formatCredits } from '../../ui/text/credits.tsx';
import { ConfirmChangeDialog } from '../../workspaces/confirm-change-dialog.tsx';
import { type Bulk, bulkQuery } from './bulk-query.ts';

export function BulkSteps({ bulk }: { readonly bulk: Bulk }) {
  const may = useMay();
  if (!may('domains.bulk')) return null;
  const { state, counts } = bulk;
  return (
    <>
      {state !== 'finished' && state !== 'cancelled' && <CancelButton bulk={bulk} />}
      {state === 'planned' && counts.ready > 0 && <StartButton bulk={bulk} />}
      {state === 'finished' && counts.failed > 0 && <RetryButton bulk={bulk} />}
    </>
  );
}

/** Unchanged requests are sent again with the same key, so that a lost answer starts nothing twice. */
function useStep(bulk: Bulk, send: (key: string) => Promise<{ readonly bulk: Bulk }>) {
  const { workspaceId } = useWorkspace();
  const withPassword = useWithPassword();
  const [key] = useState(() => randomKey());
  return useMutation({
    mutationFn: () => withPassword(() => send(`${key} ${bulk.state} ${bulk.startedAt}`)),
    onSuccess: async (answer) => {
      queryClient.setQueryData(bulkQuery(workspaceId, bulk.id).queryKey, answer.bulk);
      await refreshWorkspace(workspaceId);
    },
    onError: (error) =>
      showToast({
        tone: 'bad',
        title: "That didn't work",
        description: explainError(error).message,
      }),
  });
}

function StartButton({ bulk }: { readonly bulk: Bulk }) {
  const { api } = useWorkspace();
  const { planned } = bulk.credits;
  const start = useStep(bulk, (idempotencyKey) =>
    api.startBulk({ bulkId: bulk.id, maxCredits: planned }, { idempotencyKey }),
  );
  return (
    <Button variant="primary" isLoading={start.isPending} onClick={() => start.mutate()}>
      {planned === 0 ? 'Start' : `Start for ${formatCredits(planned)}`}
    </Button>
  );
}

function RetryButton({ bulk }: { readonly bulk: Bulk }) {
  const { api } = useWorkspace();
  const retry = useStep(bulk, (idempotencyKey) =>
    api.retryBulk({ bulkId: bulk.id }, { idempotencyKey }),
  );
  return (
    <Button isLoading={retry.isPending} onClick={() => retry.mutate()}>
      Retry failed
    </Button>
  );
}

function CancelButton({ bulk }: { readonly bulk: Bulk }) {
  const { api } = useWorkspace();
  const dialog = useDialogSubject<Bulk>();
  const isRunning = bulk.state === 'running';
  return (
    <>
      <Button onClick={() => dialog.open(bulk)}>{isRunning ? 'Cancel the rest' : 'Discard'}</Button>
      <ConfirmChangeDialog
        dialog={dialog}
        title={() => (isRunning ? 'Cancel the rest?' : 'Discard this preview?')}
        confirmLabel={isRunning ? 'Cancel the rest' : 'Discard preview'}
        change={({ id }) => api.cancelBulk({ bulkId: id })}
        doneTitle={() => (isRunning ? 'Cancelled' : 'Preview discarded')}
      >
        {() =>
          isRunning
            ? "Domains already processed stay as they are. The others won't be changed."
            : 'Nothing has changed so far.'
        }
      </ConfirmChangeDialog>
    </>
  );
}

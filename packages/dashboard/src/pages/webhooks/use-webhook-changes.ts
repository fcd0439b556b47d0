/** What is done to a webhook by one click. */
import { useMutation } from '@tanstack/react-query';
import { explainError } from '../../api/explain-error.ts';
import { refreshWorkspace } from '../../api/refresh-workspace.ts';
import { useWorkspace } from '../../api/use-workspace.ts';
import { useWithPassword } from '../../forms/password-gate.tsx';
import { showToast } from '../../ui/popups/toast-queue.ts';
import type { Webhook } from './webhooks-query.ts';

export function useWebhookChanges({ id: webhookId }: Pick<Webhook, 'id'>) {
  const { api, workspaceId } = useWorkspace();
  const withPassword = useWithPassword();
  const answers = (failureTitle: string) => ({
    onSettled: () => refreshWorkspace(workspaceId),
    onError: (error: Error) =>
      showToast({ tone: 'bad', title: failureTitle, description: explainError(error).message }),
  });
  const sendTest = useMutation({
    mutationFn: () => api.testWebhook({ webhookId }),
    onSuccess: () => showToast({ title: 'Test event sent' }),
    ...answers("Couldn't send a test event"),
  });
  const setState = useMutation({
    mutationFn: (state: Webhook['state']) =>
      withPassword(() => api.updateWebhook({ webhookId, state })),
    onSuccess: (_, state) =>
      showToast({ title: state === 'paused' ? 'Webhook paused' : 'Webhook resumed' }),
    ...answers("Couldn't change the webhook"),
  });
  const sendAgain = useMutation({
    mutationFn: (eventId: string) => api.replayWebhook({ webhookId, eventId }),
    onSuccess: () => showToast({ title: 'Event sent again' }),
    ...answers("Couldn't send the event again"),
  });
  return { sendTest, setState, sendAgain };
}

/** Removes a failed registration from the dashboard. */
import { useMutation } from '@tanstack/react-query';
import { explainError } from '../api/explain-error.ts';
import { refreshWorkspace } from '../api/refresh-workspace.ts';
import { useWorkspace } from '../api/use-workspace.ts';
import { Button } from '../ui/controls/button.tsx';
import { showToast } from '../ui/popups/toast-queue.ts';
import { shownName } from './shown-name.ts';

export function DismissRegistration({
  domain,
  onDone,
}: {
  readonly domain: string;
  readonly onDone?: () => void;
}) {
  const dismiss = useDismissRegistration();
  return (
    <Button
      size="sm"
      variant="ghost"
      isLoading={dismiss.isPending}
      onClick={() => dismiss.mutate(domain, { onSuccess: () => onDone?.() })}
      aria-label={`Dismiss ${domain}`}
    >
      Dismiss
    </Button>
  );
}

function useDismissRegistration() {
  const { api, workspaceId } = useWorkspace();
  return useMutation({
    mutationFn: (domain: string) => api.dismissRegistration({ domain }),
    onSuccess: (_, domain) => {
      showToast({ title: `Registration of ${shownName(domain)} dismissed` });
      void refreshWorkspace(workspaceId);
    },
    onError: (error) =>
      showToast({
        tone: 'bad',
        title: "Couldn't dismiss the registration",
        description: explainError(error).message,
      }),
  });
}

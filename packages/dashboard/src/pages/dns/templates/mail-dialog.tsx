/** What the records mean for the mail of a domain, one sentence for each finding. */
import { useQuery } from '@tanstack/react-query';
import { workspaceClient } from '../../../api/client.ts';
import { useWorkspace } from '../../../api/use-workspace.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { Dialog } from '../../../ui/popups/dialog.tsx';
import { DialogActions } from '../../../ui/popups/dialog-actions.tsx';
import { QueryView } from '../../../ui/states/query-view.tsx';
import { SkeletonRows } from '../../../ui/states/skeleton.tsx';
import { Badge } from '../../../ui/text/badge.tsx';
import type { ZoneDialogProps } from '../dns-toolbar.tsx';
import { recordsKey } from '../records-query.ts';

const levels = {
  good: { label: 'Good', tone: 'good' },
  warning: { label: 'Warning', tone: 'warn' },
  problem: { label: 'Problem', tone: 'bad' },
} as const;

export function MailDialog({ domain, isOpen, onClose }: ZoneDialogProps) {
  const { workspaceId } = useWorkspace();
  const check = useQuery({
    // Read again after each change of the records.
    queryKey: [...recordsKey({ workspaceId, domain }), 'mail'],
    queryFn: ({ signal }) => workspaceClient(workspaceId).checkMail({ domain }, { signal }),
    enabled: isOpen,
    staleTime: 0,
  });
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      size="lg"
      title="Check email setup"
      description="How this domain's records affect the email it sends and receives."
    >
      <div className="flex flex-col gap-4">
        <QueryView query={check} loading={<SkeletonRows count={4} />}>
          {({ findings }) => (
            <ul
              aria-label="Findings"
              className="divide-y divide-line rounded-md border border-line"
            >
              {findings.map(({ subject, level, message }) => (
                <li key={message} className="flex items-start gap-3 px-3 py-2.5">
                  <span className="flex w-20 shrink-0 flex-col items-start gap-1">
                    <span className="font-medium">{subject.toUpperCase()}</span>
                    <Badge tone={levels[level].tone}>{levels[level].label}</Badge>
                  </span>
                  <span className="min-w-0 flex-1 break-words">{message}</span>
                </li>
              ))}
            </ul>
          )}
        </QueryView>
        <DialogActions>
          <Button onClick={onClose}>Close</Button>
        </DialogActions>
      </div>
    </Dialog>
  );
}

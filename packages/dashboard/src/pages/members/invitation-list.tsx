/** Open invitations: send them again, or withdraw them. */
import { useMutation } from '@tanstack/react-query';
import { explainError } from '../../api/explain-error.ts';
import { refreshWorkspace } from '../../api/refresh-workspace.ts';
import { useMay } from '../../api/use-may.ts';
import { useWorkspace } from '../../api/use-workspace.ts';
import { PasswordGate, useWithPassword } from '../../forms/password-gate.tsx';
import { Button } from '../../ui/controls/button.tsx';
import { Card } from '../../ui/layout/card.tsx';
import { showToast } from '../../ui/popups/toast-queue.ts';
import { useDialogSubject } from '../../ui/popups/use-dialog-subject.ts';
import { Time } from '../../ui/text/time.tsx';
import { ConfirmChangeDialog } from '../../workspaces/confirm-change-dialog.tsx';
import { GrantLine } from './member-list.tsx';
import type { Invitation } from './members-query.ts';

export function InvitationList({ invitations }: { readonly invitations: readonly Invitation[] }) {
  if (invitations.length === 0) return null;
  return (
    <PasswordGate>
      <InvitationCard invitations={invitations} />
    </PasswordGate>
  );
}

function InvitationCard({ invitations }: { readonly invitations: readonly Invitation[] }) {
  const { api } = useWorkspace();
  const withPassword = useWithPassword();
  const withdrawal = useDialogSubject<Invitation>();
  return (
    <Card title="Open invitations" isFlush>
      <ul aria-label="Open invitations" className="divide-y divide-line">
        {invitations.map((invitation) => (
          <InvitationItem
            key={invitation.id}
            invitation={invitation}
            onWithdraw={() => withdrawal.open(invitation)}
          />
        ))}
      </ul>
      <ConfirmChangeDialog
        dialog={withdrawal}
        title={({ email }) => `Withdraw the invitation for ${email}?`}
        confirmLabel="Withdraw invitation"
        change={({ id }) => withPassword(() => api.withdrawInvitation({ invitationId: id }))}
        doneTitle={() => 'Invitation withdrawn'}
      >
        {() => 'The link in the email stops working.'}
      </ConfirmChangeDialog>
    </Card>
  );
}

function InvitationItem({
  invitation,
  onWithdraw,
}: {
  readonly invitation: Invitation;
  readonly onWithdraw: () => void;
}) {
  const { api, workspaceId } = useWorkspace();
  const may = useMay();
  const withPassword = useWithPassword();
  const { id, email, role, expiresAt, invitedBy } = invitation;
  const resend = useMutation({
    mutationFn: () => withPassword(() => api.resendInvitation({ invitationId: id })),
    onSuccess: async () => {
      await refreshWorkspace(workspaceId);
      showToast({ title: 'Invitation sent again', description: `To ${email}.` });
    },
    onError: (error) =>
      showToast({
        tone: 'bad',
        title: "Couldn't send the invitation",
        description: explainError(error).message,
      }),
  });
  return (
    <li className="flex flex-wrap items-start gap-3 px-5 py-3.5">
      <div className="min-w-0 flex-1 basis-56">
        <p className="font-medium break-all">{email}</p>
        <GrantLine grant={invitation} />
        <p className="text-sm text-ink-muted">
          Invited by {invitedBy} · expires <Time at={expiresAt} />
        </p>
      </div>
      {may(role === 'owner' ? 'owners.manage' : 'members.manage') && (
        <div className="flex gap-2">
          <Button
            size="sm"
            aria-label={`Resend to ${email}`}
            isLoading={resend.isPending}
            onClick={() => resend.mutate()}
          >
            Resend
          </Button>
          <Button
            size="sm"
            aria-label={`Withdraw the invitation for ${email}`}
            onClick={onWithdraw}
          >
            Withdraw
          </Button>
        </div>
      )}
    </li>
  );
}

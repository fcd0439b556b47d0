/** Leaving the workspace, and handing over its ownership. */
import { reloadSession } from '../../api/reload-session.ts';
import { useWorkspace } from '../../api/use-workspace.ts';
import { PasswordGate, useWithPassword } from '../../forms/password-gate.tsx';
import type { DialogSubject } from '../../ui/popups/use-dialog-subject.ts';
import { ConfirmChangeDialog } from '../../workspaces/confirm-change-dialog.tsx';
import { useGoHome } from '../../workspaces/use-go-home.ts';
import type { Member } from './members-query.ts';

export function HandOverDialog({ dialog }: { readonly dialog: DialogSubject<Member> }) {
  return (
    <PasswordGate>
      <HandOver dialog={dialog} />
    </PasswordGate>
  );
}

function HandOver({ dialog }: { readonly dialog: DialogSubject<Member> }) {
  const { api } = useWorkspace();
  const withPassword = useWithPassword();
  return (
    <ConfirmChangeDialog
      dialog={dialog}
      title={({ name }) => `Hand over ownership to ${name}?`}
      confirmLabel="Hand over ownership"
      change={async ({ id: userId }) => {
        await withPassword(() => api.handOverOwnership({ userId }));
        await reloadSession();
      }}
      doneTitle={({ name }) => `${name} is now an owner`}
    >
      {({ name }) => `${name} becomes an owner, and you become an admin.`}
    </ConfirmChangeDialog>
  );
}

export function LeaveDialog({ dialog }: { readonly dialog: DialogSubject<'workspace'> }) {
  return (
    <PasswordGate>
      <Leave dialog={dialog} />
    </PasswordGate>
  );
}

function Leave({ dialog }: { readonly dialog: DialogSubject<'workspace'> }) {
  const { api, name } = useWorkspace();
  const withPassword = useWithPassword();
  const goHome = useGoHome();
  return (
    <ConfirmChangeDialog
      dialog={dialog}
      title={() => `Leave ${name}?`}
      confirmLabel="Leave workspace"
      change={async () => {
        await withPassword(() => api.leaveWorkspace());
        await goHome();
      }}
      doneTitle={() => `You left ${name}`}
    >
      {() =>
        'You lose access right away, and the API tokens and dynamic DNS keys that you created are revoked. If they must keep working, ask an admin to remove you instead.'
      }
    </ConfirmChangeDialog>
  );
}

/** Whether members need a second factor, and from when. Owners decide. */

import { reloadSession } from '../../api/reload-session.ts';
import { useMay } from '../../api/use-may.ts';
import { useCalendarNow } from '../../api/use-now.ts';
import { useWorkspace } from '../../api/use-workspace.ts';
import { PasswordGate, useWithPassword } from '../../forms/password-gate.tsx';
import { Button } from '../../ui/controls/button.tsx';
import { Card } from '../../ui/layout/card.tsx';
import { type DialogSubject, useDialogSubject } from '../../ui/popups/use-dialog-subject.ts';
import { Time } from '../../ui/text/time.tsx';
import { ConfirmChangeDialog } from '../../workspaces/confirm-change-dialog.tsx';
import type { Member } from './members-query.ts';
import { RequireFactorDialog } from './require-factor-dialog.tsx';

export function FactorCard({
  members,
  from,
}: {
  readonly members: readonly Member[];
  readonly from: string | null;
}) {
  const may = useMay();
  const requirement = useDialogSubject<'factor'>();
  const waiver = useDialogSubject<'factor'>();
  return (
    <Card
      title="Two-factor authentication"
      description="Once required, members need a passkey or an authenticator app to use this workspace. API tokens keep working."
      action={
        may('owners.manage') && (
          <div className="flex gap-2">
            {from !== null && (
              <Button onClick={() => waiver.open('factor')}>Stop requiring it</Button>
            )}
            <Button onClick={() => requirement.open('factor')}>
              {from === null ? 'Require it' : 'Change date'}
            </Button>
          </div>
        )
      }
    >
      <Requirement from={from} />
      <Unprotected members={members} />
      <RequireFactorDialog
        key={requirement.opening}
        isOpen={requirement.isOpen}
        onClose={requirement.close}
      />
      <PasswordGate>
        <WaiveDialog dialog={waiver} />
      </PasswordGate>
    </Card>
  );
}

function Requirement({ from }: { readonly from: string | null }) {
  const now = useCalendarNow();
  if (from === null) return <p>Not required.</p>;
  return (
    <p>
      Required {Date.parse(from) <= now ? 'since' : 'from'} <Time at={from} isCalendar />.
    </p>
  );
}

function Unprotected({ members }: { readonly members: readonly Member[] }) {
  const without = members.filter(({ hasSecondFactor }) => hasSecondFactor === false);
  if (without.length === 0) return null;
  return (
    <p className="text-sm text-ink-muted">
      Not set up yet: {without.map(({ name }) => name).join(', ')}
    </p>
  );
}

function WaiveDialog({ dialog }: { readonly dialog: DialogSubject<'factor'> }) {
  const { api } = useWorkspace();
  const withPassword = useWithPassword();
  return (
    <ConfirmChangeDialog
      dialog={dialog}
      title={() => 'Stop requiring two-factor authentication?'}
      confirmLabel="Stop requiring it"
      change={async () => {
        await withPassword(() => api.requireSecondFactor({ from: null }));
        await reloadSession();
      }}
      doneTitle={() => 'Two-factor authentication is no longer required'}
    >
      {() =>
        'Members can sign in with their password alone again, unless they use a second factor.'
      }
    </ConfirmChangeDialog>
  );
}

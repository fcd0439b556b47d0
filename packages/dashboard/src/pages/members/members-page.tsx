/** The members of the workspace, open invitations, and what each role can do. */
import { useQuery } from '@tanstack/react-query';
import { LogOut, Plus } from 'lucide-react';
import { useMay } from '../../api/use-may.ts';
import { useWorkspace } from '../../api/use-workspace.ts';
import { CapDialog } from '../../spending/cap-dialog.tsx';
import { Button } from '../../ui/controls/button.tsx';
import { Card } from '../../ui/layout/card.tsx';
import { Page } from '../../ui/layout/page.tsx';
import { useDialogSubject } from '../../ui/popups/use-dialog-subject.ts';
import { QueryView } from '../../ui/states/query-view.tsx';
import { SkeletonRows } from '../../ui/states/skeleton.tsx';
import { FactorCard } from './factor-card.tsx';
import { InvitationList } from './invitation-list.tsx';
import { InviteDialog } from './invite-dialog.tsx';
import { MemberList } from './member-list.tsx';
import { type Member, membersQuery } from './members-query.ts';
import { HandOverDialog, LeaveDialog } from './own-dialogs.tsx';
import { RemoveDialog } from './remove-dialog.tsx';
import { RoleDialog } from './role-dialog.tsx';
import { RoleTable } from './role-table.tsx';

export function MembersPage() {
  const { workspaceId, api } = useWorkspace();
  const may = useMay();
  const query = useQuery(membersQuery(workspaceId));
  const invitation = useDialogSubject<'member'>();
  const role = useDialogSubject<Member>();
  const cap = useDialogSubject<Member>();
  const removal = useDialogSubject<Member>();
  const handOver = useDialogSubject<Member>();
  const leaving = useDialogSubject<'workspace'>();
  return (
    <Page
      title="Members"
      description="The people who can use this workspace."
      actions={
        <>
          <Button icon={LogOut} onClick={() => leaving.open('workspace')}>
            Leave workspace
          </Button>
          {may('members.manage') && (
            <Button variant="primary" icon={Plus} onClick={() => invitation.open('member')}>
              Invite member
            </Button>
          )}
        </>
      }
    >
      <Card isFlush>
        <QueryView query={query} loading={<SkeletonRows count={3} />}>
          {({ members }) => (
            <MemberList
              members={members}
              onRole={role.open}
              onCap={cap.open}
              onRemove={removal.open}
              onHandOver={handOver.open}
            />
          )}
        </QueryView>
      </Card>
      <InvitationList invitations={query.data?.invitations ?? []} />
      {query.data !== undefined && (
        <FactorCard members={query.data.members} from={query.data.secondFactorFrom} />
      )}
      <RoleTable />
      <InviteDialog
        key={invitation.opening}
        isOpen={invitation.isOpen}
        onClose={invitation.close}
      />
      <RoleDialog dialog={role} />
      <CapDialog
        dialog={cap}
        description="Counts what they buy here and with their API tokens. Automatic renewals aren't affected."
        change={({ id: userId }, credits) => api.capMember({ userId, cap: credits })}
      />
      <RemoveDialog dialog={removal} />
      <HandOverDialog dialog={handOver} />
      <LeaveDialog dialog={leaving} />
    </Page>
  );
}

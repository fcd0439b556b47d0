/** Leads to what was given access to the account's workspaces lately. */
import { useWorkspace } from '../../api/use-workspace.ts';
import { ButtonLink } from '../../ui/controls/button.tsx';
import { Card } from '../../ui/layout/card.tsx';

export function RecentAccessCard() {
  const { workspaceId } = useWorkspace();
  return (
    <Card
      title="Recent access"
      description="What was added to your account and your workspaces in the last 30 days. It keeps working when you change your password."
    >
      <ButtonLink to="/$workspaceId/account/recent-access" params={{ workspaceId }}>
        Review recent access
      </ButtonLink>
    </Card>
  );
}

/** For an account that is a member of no workspace, such as after leaving the last one. */
import { useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import { Button } from '../../ui/controls/button.tsx';
import { CreateWorkspaceDialog } from '../../workspaces/create-workspace-dialog.tsx';
import { VisitorCard } from './visitor-card.tsx';

export function NoWorkspacePage() {
  const [isCreating, setCreating] = useState(false);
  const router = useRouter();
  return (
    <VisitorCard
      title="You have no workspace"
      description="You are not a member of any workspace. Ask for an invitation, or create your own."
    >
      <Button variant="primary" size="lg" onClick={() => setCreating(true)}>
        New workspace
      </Button>
      <CreateWorkspaceDialog
        isOpen={isCreating}
        onClose={() => setCreating(false)}
        onCreated={(id) =>
          void router.navigate({ to: '/$workspaceId', params: { workspaceId: id } })
        }
      />
    </VisitorCard>
  );
}

/** Settings of the workspace: name, notification email, id, limits, another workspace, and its deletion. */

import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { useWorkspace } from '../../api/use-workspace.ts';
import { PasswordGate } from '../../forms/password-gate.tsx';
import { Button } from '../../ui/controls/button.tsx';
import { Card } from '../../ui/layout/card.tsx';
import { Page } from '../../ui/layout/page.tsx';
import { QueryView } from '../../ui/states/query-view.tsx';
import { Skeleton } from '../../ui/states/skeleton.tsx';
import { CodeBlock } from '../../ui/text/code-block.tsx';
import { Allowed } from '../../workspaces/allowed.tsx';
import { CreateWorkspaceDialog } from '../../workspaces/create-workspace-dialog.tsx';
import { DeleteWorkspaceCard } from './delete-workspace-card.tsx';
import { LimitsCard } from './limits-card.tsx';
import { WorkspaceForm } from './workspace-form.tsx';
import { workspaceQuery } from './workspace-query.ts';

export function WorkspacePage() {
  const { workspaceId } = useWorkspace();
  const workspace = useQuery(workspaceQuery(workspaceId));
  return (
    <Page title="Workspace" width="narrow">
      <QueryView query={workspace} loading={<WorkspaceSkeleton />}>
        {(data) => (
          <Allowed act="workspace.manage">
            <PasswordGate>
              <WorkspaceForm key={data.id} workspace={data} />
            </PasswordGate>
          </Allowed>
        )}
      </QueryView>
      <Card
        title="Workspace ID"
        description="Use this ID on the command line and when you contact the operator."
      >
        <CodeBlock value={workspaceId} what="workspace ID" />
      </Card>
      <LimitsCard />
      <AnotherWorkspace />
      <Allowed act="owners.manage">
        <DeleteWorkspaceCard />
      </Allowed>
    </Page>
  );
}

function AnotherWorkspace() {
  const [isCreating, setCreating] = useState(false);
  const navigate = useNavigate();
  return (
    <Card
      title="More workspaces"
      description="Use separate workspaces for different companies or projects. Each has its own domains, credits and tokens."
    >
      <Button icon={Plus} onClick={() => setCreating(true)}>
        New workspace
      </Button>
      <CreateWorkspaceDialog
        isOpen={isCreating}
        onClose={() => setCreating(false)}
        onCreated={(id) => void navigate({ to: '/$workspaceId', params: { workspaceId: id } })}
      />
    </Card>
  );
}

function WorkspaceSkeleton() {
  return (
    <Card title="General">
      <div className="flex max-w-md flex-col gap-4">
        <Skeleton className="h-9 rounded-sm" />
        <Skeleton className="h-9 rounded-sm" />
      </div>
    </Card>
  );
}

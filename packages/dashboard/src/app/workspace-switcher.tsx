/** Switches between workspaces and creates new ones. */
import { useNavigate } from '@tanstack/react-router';
import { ChevronsUpDown, Plus } from 'lucide-react';
import { useState } from 'react';
import { useSession } from '../api/session.ts';
import { useWorkspace } from '../api/use-workspace.ts';
import { Menu } from '../ui/popups/menu.tsx';
import { CreateWorkspaceDialog } from '../workspaces/create-workspace-dialog.tsx';

export function WorkspaceSwitcher() {
  const { workspaces } = useSession();
  const { workspaceId, name } = useWorkspace();
  const [isCreating, setCreating] = useState(false);
  const navigate = useNavigate();
  const go = (id: string) => navigate({ to: '/$workspaceId', params: { workspaceId: id } });
  return (
    <>
      <Menu
        align="start"
        fitsTrigger
        trigger={
          <button
            type="button"
            aria-label={`Switch workspace, current: ${name}`}
            className="flex h-9 w-full items-center gap-2 rounded-sm px-2.5 text-left font-medium hover:bg-hover data-popup-open:bg-hover md:border md:border-line-strong md:bg-surface md:shadow-control"
          >
            <span className="min-w-0 flex-1 truncate">{name}</span>
            <ChevronsUpDown className="size-3.5 shrink-0 text-ink-faint" aria-hidden="true" />
          </button>
        }
      >
        {({ Choice, Item, Separator }) => (
          <>
            <Choice
              label="Workspaces"
              options={workspaces.map((workspace) => ({
                value: workspace.id,
                label: workspace.name,
              }))}
              value={workspaceId}
              onChange={(id) => void go(id)}
            />
            <Separator />
            <Item icon={Plus} onSelect={() => setCreating(true)}>
              New workspace
            </Item>
          </>
        )}
      </Menu>
      <CreateWorkspaceDialog
        isOpen={isCreating}
        onClose={() => setCreating(false)}
        onCreated={(id) => void go(id)}
      />
    </>
  );
}

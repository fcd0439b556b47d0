/** Which workspace one is in, the others, and a new one. */
import { useNavigate } from '@tanstack/react-router';
import { ChevronsUpDown, Plus } from 'lucide-react';
import { useState } from 'react';
import { dashboard } from '../api/client.ts';
import { useSession } from '../api/session.ts';
import { updateSession } from '../api/session-store.ts';
import { useWorkspace } from '../api/use-workspace.ts';
import { SubmitButton, TextField } from '../forms/form-fields.tsx';
import { FormView } from '../forms/form-view.tsx';
import { useForm } from '../forms/use-form.ts';
import { Button } from '../ui/button.tsx';
import { Dialog, DialogActions } from '../ui/dialog.tsx';
import { Menu, MenuChoice, MenuItem, MenuSeparator } from '../ui/menu.tsx';

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
            aria-label={`Workspace ${name}, switch`}
            className="flex h-9 w-full items-center gap-2 rounded-sm px-2.5 text-left font-medium hover:bg-hover data-popup-open:bg-hover md:border md:border-line-strong md:bg-surface md:shadow-control"
          >
            <span className="min-w-0 flex-1 truncate">{name}</span>
            <ChevronsUpDown className="size-3.5 shrink-0 text-ink-faint" aria-hidden="true" />
          </button>
        }
      >
        <MenuChoice
          label="Workspaces"
          options={workspaces.map((workspace) => ({ value: workspace.id, label: workspace.name }))}
          value={workspaceId}
          onChange={(id) => void go(id)}
        />
        <MenuSeparator />
        <MenuItem icon={Plus} onSelect={() => setCreating(true)}>
          New workspace
        </MenuItem>
      </Menu>
      <Dialog
        isOpen={isCreating}
        onClose={() => setCreating(false)}
        title="New workspace"
        description="Domains, credits and API tokens of a workspace are kept apart from all others."
        size="sm"
      >
        <CreateWorkspaceForm
          onCancel={() => setCreating(false)}
          onCreated={(id) => {
            setCreating(false);
            void go(id);
          }}
        />
      </Dialog>
    </>
  );
}

function CreateWorkspaceForm({
  onCancel,
  onCreated,
}: {
  readonly onCancel: () => void;
  readonly onCreated: (id: string) => void;
}) {
  const form = useForm({
    initial: { name: '' },
    validate: ({ name }) => (name.trim() === '' ? { name: 'Give the workspace a name.' } : {}),
    submit: (values) => dashboard.createWorkspace(values),
    onDone: ({ workspace }) => {
      updateSession((session) => ({
        ...session,
        workspaces: [...session.workspaces, workspace],
      }));
      onCreated(workspace.id);
    },
  });
  return (
    <FormView form={form}>
      <TextField form={form} name="name" label="Name" placeholder="Analytical Engines" />
      <DialogActions>
        <Button onClick={onCancel}>Cancel</Button>
        <SubmitButton form={form}>Create workspace</SubmitButton>
      </DialogActions>
    </FormView>
  );
}

/** The workspace's name and its notification email address. */
import { queryClient } from '../../api/query-client.ts';
import { updateSession } from '../../api/session-store.ts';
import { useWorkspace } from '../../api/use-workspace.ts';
import { FormCard } from '../../forms/form-card.tsx';
import { TextField } from '../../forms/form-fields.tsx';
import { required } from '../../forms/required.ts';
import { useForm } from '../../forms/use-form.ts';
import { showToast } from '../../ui/toaster.tsx';
import { type Workspace, workspaceQuery } from './workspace-query.ts';

export function WorkspaceForm({ workspace }: { readonly workspace: Workspace }) {
  const { api, workspaceId } = useWorkspace();
  const form = useForm({
    initial: { name: workspace.name, email: workspace.email ?? '' },
    validate: required({ name: 'Enter a workspace name.' }),
    submit: ({ name, email }) =>
      api.renameWorkspace({ name, email: email.trim() === '' ? null : email }),
    onDone: ({ workspace: saved }) => {
      queryClient.setQueryData(workspaceQuery(workspaceId).queryKey, saved);
      updateSession((session) => ({
        ...session,
        workspaces: session.workspaces.map((one) =>
          one.id === saved.id ? { id: saved.id, name: saved.name } : one,
        ),
      }));
      form.reset({ name: saved.name, email: saved.email ?? '' });
      showToast({ title: 'Workspace saved' });
    },
  });
  return (
    <FormCard form={form} title="General" submitLabel="Save changes">
      <TextField form={form} name="name" label="Name" autoComplete="off" />
      <TextField
        form={form}
        name="email"
        label="Notification email"
        type="email"
        autoComplete="email"
        isOptional
        hint="We send notices about expiring domains, failed renewals and low credits here."
      />
    </FormCard>
  );
}

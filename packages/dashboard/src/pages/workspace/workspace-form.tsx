/** The workspace's name and its notification email address. */
import { useMutation } from '@tanstack/react-query';
import { explainError } from '../../api/explain-error.ts';
import { queryClient } from '../../api/query-client.ts';
import { updateSession } from '../../api/session-store.ts';
import { useWorkspace } from '../../api/use-workspace.ts';
import { FormCard } from '../../forms/form-card.tsx';
import { TextField } from '../../forms/form-fields.tsx';
import { useWithPassword } from '../../forms/password-gate.tsx';
import { required } from '../../forms/required.ts';
import { useForm } from '../../forms/use-form.ts';
import { Button } from '../../ui/controls/button.tsx';
import { Banner } from '../../ui/layout/banner.tsx';
import { showToast } from '../../ui/popups/toast-queue.ts';
import { type Workspace, workspaceQuery } from './workspace-query.ts';

export function WorkspaceForm({ workspace }: { readonly workspace: Workspace }) {
  const { api, workspaceId } = useWorkspace();
  const withPassword = useWithPassword();
  const { email, pendingEmail } = workspace;
  const shownEmail = pendingEmail ?? email ?? '';
  const showSaved = (saved: Workspace) => {
    queryClient.setQueryData(workspaceQuery(workspaceId).queryKey, saved);
    updateSession((session) => ({
      ...session,
      workspaces: session.workspaces.map((one) =>
        one.id === saved.id ? { ...one, name: saved.name } : one,
      ),
    }));
  };
  const form = useForm({
    initial: { name: workspace.name, email: shownEmail },
    validate: required({ name: 'Enter a workspace name.' }),
    submit: (values) =>
      withPassword(() =>
        api.renameWorkspace({
          name: values.name,
          ...(values.email !== shownEmail && {
            email: values.email.trim() === '' ? null : values.email,
          }),
        }),
      ),
    onDone: ({ workspace: saved }) => {
      showSaved(saved);
      form.reset({ name: saved.name, email: saved.pendingEmail ?? saved.email ?? '' });
      showToast(
        saved.pendingEmail === null || saved.pendingEmail === pendingEmail
          ? { title: 'Workspace saved' }
          : {
              title: 'Confirm the new address',
              description: `We sent a link to ${saved.pendingEmail}.`,
            },
      );
    },
  });
  const resend = useMutation({
    mutationFn: () => api.renameWorkspace({ email: pendingEmail }),
    onSuccess: () => showToast({ title: 'Email sent' }),
    onError: (error) =>
      showToast({
        tone: 'bad',
        title: "Couldn't send the email",
        description: explainError(error).message,
      }),
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
        hint="We send notices about expiring domains, failed renewals, low credits and new keys here."
      />
      {pendingEmail !== null && (
        <Banner
          tone="warn"
          title={`Waiting for ${pendingEmail} to be confirmed`}
          action={
            <Button size="sm" isLoading={resend.isPending} onClick={() => resend.mutate()}>
              Resend email
            </Button>
          }
        >
          {email === null
            ? 'No notices are sent until then.'
            : `Until then, notices go to ${email}.`}
        </Banner>
      )}
    </FormCard>
  );
}

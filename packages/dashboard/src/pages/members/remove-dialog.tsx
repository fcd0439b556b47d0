/** Removes a member, after a decision about the keys that they created. */
import { useQuery } from '@tanstack/react-query';
import { refreshWorkspace } from '../../api/refresh-workspace.ts';
import { useWorkspace } from '../../api/use-workspace.ts';
import { SubmitButton } from '../../forms/form-fields.tsx';
import { FormView } from '../../forms/form-view.tsx';
import { PasswordGate, useWithPassword } from '../../forms/password-gate.tsx';
import { useForm } from '../../forms/use-form.ts';
import { Button } from '../../ui/controls/button.tsx';
import { RadioCards } from '../../ui/controls/radio-cards.tsx';
import { Dialog } from '../../ui/popups/dialog.tsx';
import { DialogActions } from '../../ui/popups/dialog-actions.tsx';
import { showToast } from '../../ui/popups/toast-queue.ts';
import type { DialogSubject } from '../../ui/popups/use-dialog-subject.ts';
import { QueryView } from '../../ui/states/query-view.tsx';
import { Skeleton } from '../../ui/states/skeleton.tsx';
import { type Member, memberKeysQuery } from './members-query.ts';

const choices = [
  { value: 'revoke', label: 'Revoke them', hint: 'Whatever uses them stops working right away.' },
  {
    value: 'keep',
    label: 'Keep them',
    hint: 'They become your keys and can do no more than your role allows.',
  },
] as const;

export function RemoveDialog({ dialog }: { readonly dialog: DialogSubject<Member> }) {
  if (dialog.subject === null) return null;
  return (
    <Dialog
      isOpen={dialog.isOpen}
      onClose={dialog.close}
      title={`Remove ${dialog.subject.name}?`}
      description="They lose access to this workspace right away."
    >
      <PasswordGate>
        <RemoveForm key={dialog.opening} member={dialog.subject} onClose={dialog.close} />
      </PasswordGate>
    </Dialog>
  );
}

function RemoveForm({
  member,
  onClose,
}: {
  readonly member: Member;
  readonly onClose: () => void;
}) {
  const { api, workspaceId } = useWorkspace();
  const withPassword = useWithPassword();
  const query = useQuery(memberKeysQuery(workspaceId, member.id));
  const initial: { readonly keys: 'revoke' | 'keep' } = { keys: 'revoke' };
  const form = useForm({
    initial,
    submit: ({ keys }) => withPassword(() => api.removeMember({ userId: member.id, keys })),
    onDone: async () => {
      await refreshWorkspace(workspaceId);
      onClose();
      showToast({ title: `${member.name} removed` });
    },
  });
  return (
    <FormView form={form} label="Remove member" className="gap-5">
      <QueryView query={query} loading={<Skeleton className="h-24" />}>
        {(keys) =>
          keys.length === 0 ? (
            <p className="text-ink-muted">They have no API tokens or dynamic DNS keys.</p>
          ) : (
            <>
              <div>
                <p className="text-ink-muted">Keys they created:</p>
                <ul aria-label="Keys they created" className="mt-1 list-inside list-disc break-all">
                  {keys.map(({ id, name }) => (
                    <li key={id}>{name}</li>
                  ))}
                </ul>
              </div>
              <RadioCards
                label="What happens to these keys?"
                options={choices}
                value={form.values.keys}
                onChange={(choice) => form.set('keys', choice)}
              />
            </>
          )
        }
      </QueryView>
      <DialogActions>
        <Button onClick={onClose}>Cancel</Button>
        <SubmitButton form={form}>Remove member</SubmitButton>
      </DialogActions>
    </FormView>
  );
}

/** Removes a member, after a decision about the keys, webhooks and secondaries that they added. */
import { useQuery } from '@tanstack/react-query';
import { refreshWorkspace } from '../../api/refresh-workspace.ts';
import { useWorkspace } from '../../api/use-workspace.ts';
import { FormActions } from '../../forms/form-actions.tsx';
import { FormView } from '../../forms/form-view.tsx';
import { PasswordGate, useWithPassword } from '../../forms/password-gate.tsx';
import { useForm } from '../../forms/use-form.ts';
import { RadioCards } from '../../ui/controls/radio-cards.tsx';
import { Dialog } from '../../ui/popups/dialog.tsx';
import { showToast } from '../../ui/popups/toast-queue.ts';
import type { DialogSubject } from '../../ui/popups/use-dialog-subject.ts';
import { QueryView } from '../../ui/states/query-view.tsx';
import { Skeleton } from '../../ui/states/skeleton.tsx';
import { type Member, type MemberKey, memberKeysQuery } from './members-query.ts';

const choices = [
  {
    value: 'revoke',
    label: 'Revoke them',
    hint: 'Webhooks and secondaries are deleted. Anything that uses them stops working right away.',
  },
  {
    value: 'keep',
    label: 'Keep them',
    hint: 'They become yours, and keys can do no more than your role allows.',
  },
] as const;

const kinds: Readonly<Record<MemberKey['kind'], string>> = {
  api_key: 'API token',
  update_key: 'Dynamic DNS key',
  webhook: 'Webhook',
  secondary: 'Secondary',
};

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
            <p className="text-ink-muted">They haven't added any keys, webhooks or secondaries.</p>
          ) : (
            <>
              <div>
                <p className="text-ink-muted">Keys, webhooks and secondaries they added:</p>
                <ul aria-label="What they added" className="mt-1 list-inside list-disc break-all">
                  {keys.map(({ id, kind, name }) => (
                    <li key={id}>
                      {kinds[kind]} {name}
                    </li>
                  ))}
                </ul>
              </div>
              <RadioCards
                label="What happens to them?"
                options={choices}
                value={form.values.keys}
                onChange={(choice) => form.set('keys', choice)}
              />
            </>
          )
        }
      </QueryView>
      <FormActions form={form} onClose={onClose}>
        Remove member
      </FormActions>
    </FormView>
  );
}

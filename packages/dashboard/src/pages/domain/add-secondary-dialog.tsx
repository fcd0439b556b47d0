/** Adds a nameserver of the customer, then shows its transfer key once. */
import type { Output } from '@hostmaster/contract';
import { useParams } from '@tanstack/react-router';
import { useWorkspace } from '../../api/use-workspace.ts';
import { SubmitButton, TextField } from '../../forms/form-fields.tsx';
import { FormView } from '../../forms/form-view.tsx';
import { useWithPassword } from '../../forms/password-gate.tsx';
import { useForm } from '../../forms/use-form.ts';
import { CreateKeyDialog } from '../../keys/create-key-dialog.tsx';
import { Button } from '../../ui/controls/button.tsx';
import { DialogActions } from '../../ui/popups/dialog-actions.tsx';

type Added = Output<'addDomainSecondary'>;

export function AddSecondaryDialog(dialog: {
  readonly isOpen: boolean;
  readonly onClose: () => void;
}) {
  return (
    <CreateKeyDialog
      {...dialog}
      title="Add secondary"
      description="Let one of your nameservers copy this zone and be notified of every change."
      form={AddSecondaryForm}
      view={({ secondary, key }: Added) => ({
        title: secondary.address,
        description: 'Add this transfer key to the configuration of your nameserver.',
        label: 'Secret',
        what: 'secret',
        value: key.secret,
        example: {
          label: 'Key for BIND',
          what: 'example',
          value: `key "${key.name}" {\n  algorithm ${key.algorithm};\n  secret "${key.secret}";\n};`,
        },
      })}
    />
  );
}

function AddSecondaryForm({
  onCancel,
  onCreated,
}: {
  readonly onCancel: () => void;
  readonly onCreated: (added: Added) => void;
}) {
  const { domain } = useParams({ from: '/$workspaceId/domains/$domain' });
  const { api } = useWorkspace();
  const withPassword = useWithPassword();
  const form = useForm({
    initial: { address: '' },
    validate: ({ address }) =>
      address.trim() === '' ? { address: 'Enter the IP address of your nameserver.' } : {},
    submit: ({ address }) =>
      withPassword(() => api.addDomainSecondary({ domain, address: address.trim() })),
    onDone: onCreated,
  });
  return (
    <FormView form={form} className="gap-5">
      <TextField
        form={form}
        name="address"
        label="IP address"
        isMono
        placeholder="198.51.100.53"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        hint="Zone transfers must come from this address. We send NOTIFY to port 53, unless you add another port."
      />
      <DialogActions>
        <Button onClick={onCancel}>Cancel</Button>
        <SubmitButton form={form}>Add secondary</SubmitButton>
      </DialogActions>
    </FormView>
  );
}

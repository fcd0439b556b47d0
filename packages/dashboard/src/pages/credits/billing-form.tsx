/** What the next receipts say about the workspace. */
import { refreshWorkspace } from '../../api/refresh-workspace.ts';
import { useMay } from '../../api/use-may.ts';
import { useWorkspace } from '../../api/use-workspace.ts';
import { FormCard } from '../../forms/form-card.tsx';
import { FormField, TextField } from '../../forms/form-fields.tsx';
import { required } from '../../forms/required.ts';
import { useForm } from '../../forms/use-form.ts';
import { TextArea } from '../../ui/controls/input.tsx';
import { Card } from '../../ui/layout/card.tsx';
import { showToast } from '../../ui/popups/toast-queue.ts';
import { BillingPartyView } from './billing-party-view.tsx';
import type { BillingParty } from './receipts-query.ts';

const title = 'Billing details';
const description = 'Shown on your next receipts. Receipts that you have already stay unchanged.';

export function BillingForm({ billing }: { readonly billing: BillingParty }) {
  const mayChange = useMay()('credits.pay');
  if (mayChange) return <EditableBilling billing={billing} />;
  return (
    <Card title={title} description={description}>
      <BillingPartyView party={billing} />
    </Card>
  );
}

function EditableBilling({ billing }: { readonly billing: BillingParty }) {
  const { api, workspaceId } = useWorkspace();
  const form = useForm({
    initial: valuesOf(billing),
    validate: (values) => ({
      ...required({ name: 'Enter a name.' })(values),
      ...(linesOf(values.address).length > linesMax && {
        address: `Enter at most ${linesMax} lines.`,
      }),
    }),
    submit: ({ name, address, taxNumber }) =>
      api.setBilling({
        name,
        address: linesOf(address),
        taxNumber: taxNumber.trim() === '' ? null : taxNumber,
      }),
    onDone: async (saved) => {
      await refreshWorkspace(workspaceId);
      form.reset(valuesOf(saved.billing));
      showToast({ title: 'Billing details saved' });
    },
    // The service names the line; the form has one field for all of them.
    explain: ({ fields }) => {
      const line = fields.find(({ path }) => path.startsWith('address['));
      return line === undefined ? null : { address: 'Each line has at most 100 characters.' };
    },
  });
  return (
    <FormCard form={form} title={title} description={description} submitLabel="Save changes">
      <TextField
        form={form}
        name="name"
        label="Name or company"
        dir="auto"
        maxLength={100}
        autoComplete="organization"
      />
      <FormField
        form={form}
        path="address"
        label="Address"
        isOptional
        hint="Up to six lines, with the country."
      >
        {(control) => (
          <TextArea
            {...control}
            name="address"
            dir="auto"
            rows={4}
            autoComplete="street-address"
            value={form.values.address}
            onChange={(event) => form.set('address', event.target.value)}
          />
        )}
      </FormField>
      <TextField
        form={form}
        name="taxNumber"
        label="Tax number"
        isOptional
        hint="Such as your VAT ID."
        maxLength={50}
        autoComplete="off"
      />
    </FormCard>
  );
}

const linesMax = 6;

function linesOf(address: string): string[] {
  return address
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
}

function valuesOf({ name, address, taxNumber }: BillingParty) {
  return { name, address: address.join('\n'), taxNumber: taxNumber ?? '' };
}

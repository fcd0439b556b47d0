/** Registers the basket: for whom and how long. Nothing is bought yet: the next page shows each price and the total. */
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useWorkspace } from '../../api/use-workspace.ts';
import { contactsQuery } from '../../contacts/contacts-query.ts';
import { shownName } from '../../domains/shown-name.ts';
import { yearOptions } from '../../domains/year-options.ts';
import { SubmitButton } from '../../forms/form-fields.tsx';
import { FormView } from '../../forms/form-view.tsx';
import { SelectField } from '../../forms/select-field.tsx';
import { useForm } from '../../forms/use-form.ts';
import { Button } from '../../ui/controls/button.tsx';
import { Checkbox } from '../../ui/controls/checkbox.tsx';
import { Dialog } from '../../ui/popups/dialog.tsx';
import { DialogActions } from '../../ui/popups/dialog-actions.tsx';
import { formatCredits } from '../../ui/text/credits.tsx';
import { TextLink } from '../../ui/text/text-link.tsx';
import { countText, totalText } from './basket-text.ts';
import type { Basket } from './use-basket.ts';

export function BasketDialog({
  basket,
  onClose,
}: {
  readonly basket: Basket;
  readonly onClose: () => void;
}) {
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={`Register ${countText(basket.items.length)}`}
      description="You'll see the total before anything is charged."
    >
      <BasketForm basket={basket} onClose={onClose} />
    </Dialog>
  );
}

function BasketForm({
  basket,
  onClose,
}: {
  readonly basket: Basket;
  readonly onClose: () => void;
}) {
  const { api, workspaceId } = useWorkspace();
  const navigate = useNavigate();
  const { data: contacts = [] } = useQuery(contactsQuery(workspaceId));
  const [autoRenew, setAutoRenew] = useState(true);
  const form = useForm({
    initial: { contactId: '', years: '1' },
    validate: ({ contactId }) => (contactId === '' ? { contactId: 'Choose a contact.' } : {}),
    submit: ({ contactId, years }, call) => {
      const contact = contacts.find(({ id }) => id === contactId)?.contact;
      if (contact === undefined) throw new Error('The contact was deleted.');
      const domains = basket.items.map(({ domain }) => domain);
      const input = {
        kind: 'register',
        domains,
        contact,
        years: Number(years),
        autoRenew,
      } as const;
      return api.createBulk(input, call);
    },
    onDone: async ({ bulk }) => {
      basket.clear();
      await navigate({
        to: '/$workspaceId/bulk/$bulkId',
        params: { workspaceId, bulkId: bulk.id },
      });
    },
  });
  return (
    <FormView form={form} className="gap-5">
      <ul aria-label="Domains in the basket" className="divide-y divide-line">
        {basket.items.map(({ domain, registerCredits }) => (
          <li key={domain} className="flex items-center justify-between gap-4 py-1.5">
            <span className="min-w-0 break-all">{shownName(domain)}</span>
            <span className="figures shrink-0 text-ink-muted">
              {formatCredits(registerCredits)}
            </span>
          </li>
        ))}
        <li className="flex justify-between gap-4 py-1.5 font-medium">
          <span>Total for 1 year</span>
          <span className="figures">{totalText(basket.items)}</span>
        </li>
      </ul>
      {contacts.length === 0 ? (
        <p>
          Domains are registered for a saved contact.{' '}
          <TextLink to="/$workspaceId/settings/contacts" params={{ workspaceId }}>
            Add one
          </TextLink>
        </p>
      ) : (
        <SelectField
          form={form}
          name="contactId"
          label="Owner"
          options={contacts.map(({ id, label, contact }) => ({
            value: id,
            label: `${label} (${contact.email})`,
          }))}
        />
      )}
      <SelectField form={form} name="years" label="Years" options={yearOptions} />
      <Checkbox label="Auto-renew" isChecked={autoRenew} onChange={setAutoRenew} />
      <DialogActions>
        <Button onClick={onClose}>Cancel</Button>
        <SubmitButton form={form}>Preview total</SubmitButton>
      </DialogActions>
    </FormView>
  );
}

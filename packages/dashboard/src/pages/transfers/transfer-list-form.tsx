/** Takes a list of domains with their auth codes. Nothing is ordered yet: the next page shows the total. */
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useSession } from '../../api/session.ts';
import { useWorkspace } from '../../api/use-workspace.ts';
import { completeContact } from '../../contacts/complete-contact.ts';
import { ContactCard } from '../../contacts/contact-card.tsx';
import { checkContact, type SavedContact } from '../../contacts/contact-values.ts';
import { contactsQuery } from '../../contacts/contacts-query.ts';
import {
  chosenContact,
  initialOwner,
  newContact,
  type OwnerChoice,
} from '../../contacts/owner-choice.ts';
import { saveContact } from '../../contacts/save-contact.ts';
import { FormField, SubmitButton } from '../../forms/form-fields.tsx';
import { FormView } from '../../forms/form-view.tsx';
import { type Form, type Problems, useForm } from '../../forms/use-form.ts';
import { Checkbox } from '../../ui/controls/checkbox.tsx';
import { TextArea } from '../../ui/controls/input.tsx';
import { Card } from '../../ui/layout/card.tsx';
import { Skeleton } from '../../ui/states/skeleton.tsx';
import { readTransferList } from './transfer-list.ts';

interface ListValues extends OwnerChoice {
  readonly transfers: string;
  readonly autoRenew: boolean;
  readonly privacyEnabled: boolean;
}

export function TransferListForm() {
  const { workspaceId } = useWorkspace();
  const contacts = useQuery(contactsQuery(workspaceId));
  if (contacts.isPending) return <Skeleton className="h-96 rounded-lg" />;
  // Without saved contacts the form still works.
  return <ListForm contacts={contacts.data ?? []} />;
}

function ListForm({ contacts }: { readonly contacts: readonly SavedContact[] }) {
  const form = useListForm(contacts);
  const { autoRenew, privacyEnabled } = form.values;
  return (
    <FormView form={form} label="Transfer a list of domains" className="gap-6">
      <Card>
        <div className="flex flex-col gap-5">
          <ListField form={form} />
          <Checkbox
            label="Auto-renew"
            isChecked={autoRenew}
            onChange={(isChecked) => form.set('autoRenew', isChecked)}
          />
          <Checkbox
            label="WHOIS privacy"
            hint="Some registries don't offer it. The preview says for which domains."
            isChecked={privacyEnabled}
            onChange={(isChecked) => form.set('privacyEnabled', isChecked)}
          />
        </div>
      </Card>
      <ContactCard form={form} contacts={contacts} />
      <div className="flex justify-end">
        <SubmitButton form={form} size="lg">
          Preview total
        </SubmitButton>
      </div>
    </FormView>
  );
}

function ListField({ form }: { readonly form: Form<ListValues> }) {
  return (
    <FormField
      form={form}
      path="transfers"
      label="Domains and auth codes"
      hint="One domain per line, with its auth code after it. Unlock the domains at your current registrar first. We store the codes encrypted until the transfers start."
    >
      {(control) => (
        <TextArea
          {...control}
          isMono
          rows={8}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          placeholder={'example.com  Xy7-kQ2p\nexample.net  9fLw-33aB'}
          value={form.values.transfers}
          onChange={(event) => form.set('transfers', event.target.value)}
          className="max-h-[50vh] text-sm whitespace-pre"
        />
      )}
    </FormField>
  );
}

function useListForm(contacts: readonly SavedContact[]) {
  const { api, workspaceId } = useWorkspace();
  const { account } = useSession();
  const navigate = useNavigate();
  const isKnown = (id: string) => contacts.some((contact) => contact.id === id);
  return useForm({
    initial: {
      ...initialOwner(contacts[0]?.id ?? newContact, account),
      transfers: '',
      autoRenew: true,
      privacyEnabled: false,
    } as ListValues,
    complete: completeContact,
    validate: (values): Problems => {
      const list = readTransferList(values.transfers);
      return {
        ...(typeof list === 'string' && { transfers: list }),
        ...(isKnown(values.contactId) ? {} : checkContact(values)),
      };
    },
    submit: (values, call) => {
      const transfers = readTransferList(values.transfers);
      if (typeof transfers === 'string') throw new Error(transfers);
      const { autoRenew, privacyEnabled } = values;
      return api.createBulk(
        {
          kind: 'transfer',
          transfers: [...transfers],
          contact: chosenContact(values, contacts),
          autoRenew,
          privacyEnabled,
        },
        call,
      );
    },
    explain: ({ fields }) => {
      const at = /^transfers\[(\d+)\]/.exec(fields[0]?.path ?? '')?.[1];
      return at === undefined
        ? null
        : { transfers: `Domain ${Number(at) + 1} of the list can't be read.` };
    },
    onDone: async ({ bulk }, values) => {
      if (!isKnown(values.contactId) && values.isContactSaved) await saveContact(api, values);
      await navigate({
        to: '/$workspaceId/bulk/$bulkId',
        params: { workspaceId, bulkId: bulk.id },
      });
    },
  });
}

/** Creates or edits a saved contact. */

import { refreshWorkspace } from '../../api/refresh-workspace.ts';
import { useWorkspace } from '../../api/use-workspace.ts';
import { completeContact } from '../../contacts/complete-contact.ts';
import { ContactFields } from '../../contacts/contact-fields.tsx';
import {
  type ContactValues,
  checkContact,
  contactInput,
  contactLabel,
  emptyContact,
  type SavedContact,
} from '../../contacts/contact-values.ts';
import { FormActions } from '../../forms/form-actions.tsx';
import { TextField } from '../../forms/form-fields.tsx';
import { FormView } from '../../forms/form-view.tsx';
import { useForm } from '../../forms/use-form.ts';
import { Dialog } from '../../ui/popups/dialog.tsx';
import { showToast } from '../../ui/popups/toast-queue.ts';

type Values = ContactValues & { readonly label: string };

export function ContactDialog({
  contact,
  isOpen,
  onClose,
}: {
  /** Null for a new one. */
  readonly contact: SavedContact | null;
  readonly isOpen: boolean;
  readonly onClose: () => void;
}) {
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      size="lg"
      title={contact === null ? 'Add contact' : `Edit ${contact.label}`}
      description={
        contact === null
          ? 'Save owner details for future registrations.'
          : "Domains already registered with this contact won't change."
      }
    >
      <ContactForm contact={contact} onClose={onClose} />
    </Dialog>
  );
}

function ContactForm({
  contact,
  onClose,
}: {
  readonly contact: SavedContact | null;
  readonly onClose: () => void;
}) {
  const { api, workspaceId } = useWorkspace();
  const initial: Values = {
    ...emptyContact,
    ...contact?.contact,
    label: contact?.label ?? '',
  };
  const form = useForm({
    initial,
    complete: completeContact,
    validate: checkContact,
    submit: (values) => {
      const input = contactInput(values);
      const label = values.label.trim() || contactLabel(input);
      return contact === null
        ? api.createContact({ label, contact: input })
        : api.updateContact({ contactId: contact.id, label, contact: input });
    },
    onDone: async () => {
      await refreshWorkspace(workspaceId);
      onClose();
      showToast({ title: 'Contact saved' });
    },
  });
  return (
    <FormView form={form}>
      <TextField
        form={form}
        name="label"
        label="Label"
        isOptional
        autoComplete="off"
        hint="A name for this contact. Defaults to the person and organization."
      />
      <ContactFields form={form} />
      <FormActions form={form} onClose={onClose}>
        Save contact
      </FormActions>
    </FormView>
  );
}

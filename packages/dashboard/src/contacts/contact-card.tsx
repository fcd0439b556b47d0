/** The registrant: a saved contact or a new one. */

import type { Form } from '../forms/use-form.ts';
import { Checkbox } from '../ui/controls/checkbox.tsx';
import { Field } from '../ui/controls/field.tsx';
import { NativeSelect } from '../ui/controls/native-select.tsx';
import { Card } from '../ui/layout/card.tsx';
import { ContactFields } from './contact-fields.tsx';
import type { SavedContact } from './contact-values.ts';
import { ContactView } from './contact-view.tsx';
import { newContact, type OwnerChoice } from './owner-choice.ts';

export function ContactCard<V extends OwnerChoice>({
  form: whole,
  contacts,
}: {
  readonly form: Form<V>;
  readonly contacts: readonly SavedContact[];
}) {
  // The card uses only the owner's values of the form.
  const form = whole as unknown as Form<OwnerChoice>;
  const { contactId, isContactSaved } = form.values;
  const chosen = contacts.find(({ id }) => id === contactId);
  return (
    <Card title="Domain owner" description="The registry requires contact details for the owner.">
      <div className="flex flex-col gap-5">
        {contacts.length > 0 && (
          <Field label="Contact" className="max-w-md">
            {(control) => (
              <NativeSelect
                {...control}
                options={[
                  ...contacts.map(({ id, label, contact }) => ({
                    value: id,
                    label: `${label} (${contact.email})`,
                  })),
                  { value: newContact, label: 'New contact' },
                ]}
                value={chosen?.id ?? newContact}
                onChange={(id) => form.set('contactId', id)}
              />
            )}
          </Field>
        )}
        {chosen === undefined ? (
          <>
            <ContactFields form={form} />
            <Checkbox
              label="Save this contact for next time"
              isChecked={isContactSaved}
              onChange={(isChecked) => form.set('isContactSaved', isChecked)}
            />
          </>
        ) : (
          <ContactView contact={chosen.contact} />
        )}
      </div>
    </Card>
  );
}

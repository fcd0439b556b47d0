/** Changes the registrant. A new name, organization or email address is a change of the owner. */
import { refreshWorkspace } from '../../api/refresh-workspace.ts';
import { useWorkspace } from '../../api/use-workspace.ts';
import { completeContact } from '../../contacts/complete-contact.ts';
import { ContactFields } from '../../contacts/contact-fields.tsx';
import { type ContactValues, checkContact, contactInput } from '../../contacts/contact-values.ts';
import type { OwnedDomain } from '../../domains/domain-query.ts';
import { shownName } from '../../domains/shown-name.ts';
import { SubmitButton } from '../../forms/form-fields.tsx';
import { FormView } from '../../forms/form-view.tsx';
import { PasswordGate, useWithPassword } from '../../forms/password-gate.tsx';
import { useForm } from '../../forms/use-form.ts';
import { Button } from '../../ui/controls/button.tsx';
import { Checkbox } from '../../ui/controls/checkbox.tsx';
import { FieldError } from '../../ui/controls/field.tsx';
import { Banner } from '../../ui/layout/banner.tsx';
import { Dialog } from '../../ui/popups/dialog.tsx';
import { DialogActions } from '../../ui/popups/dialog-actions.tsx';
import { showToast } from '../../ui/popups/toast-queue.ts';
import type { DialogSubject } from '../../ui/popups/use-dialog-subject.ts';
import { isOwnerChange } from './is-owner-change.ts';

type OwnerValues = ContactValues & { readonly hasConsent: boolean };

export function OwnerDialog({ dialog }: { readonly dialog: DialogSubject<OwnedDomain> }) {
  if (dialog.subject === null) return null;
  return (
    <Dialog
      isOpen={dialog.isOpen}
      onClose={dialog.close}
      size="lg"
      title={`Owner of ${shownName(dialog.subject.name)}`}
      description="These details are sent to the registry. Keep them accurate: wrong details can cost you the domain."
    >
      <PasswordGate>
        <OwnerForm domain={dialog.subject} onClose={dialog.close} />
      </PasswordGate>
    </Dialog>
  );
}

function OwnerForm({
  domain,
  onClose,
}: {
  readonly domain: OwnedDomain;
  readonly onClose: () => void;
}) {
  const { api, workspaceId } = useWorkspace();
  const withPassword = useWithPassword();
  const initial: OwnerValues = { ...domain.contact, hasConsent: false };
  const needsConsent = (values: OwnerValues) => isOwnerChange(domain.contact, contactInput(values));
  const form = useForm({
    initial,
    complete: completeContact,
    validate: (values) => ({
      ...checkContact(values),
      ...(needsConsent(values) &&
        !values.hasConsent && { hasConsent: 'Confirm that both owners agree.' }),
    }),
    submit: (values) => {
      const contact = contactInput(values);
      return withPassword(() => api.replaceContact({ domain: domain.name, contact }));
    },
    onDone: async ({ pending }) => {
      await refreshWorkspace(workspaceId);
      onClose();
      showToast(
        pending
          ? {
              title: 'Owner details sent to the registry',
              description: 'They take effect when the registry confirms them.',
            }
          : { title: 'Owner details saved' },
      );
    },
  });
  const { hasConsent: consentProblem } = form.problems;
  return (
    <FormView form={form}>
      <ContactFields form={form} />
      {needsConsent(form.values) && (
        <div className="flex flex-col gap-3">
          <Banner tone="warn" title="This changes the owner of the domain">
            Some registries review the change first; until then, the current owner keeps the domain.
            We notify both email addresses. Afterwards, the domain can't be transferred to another
            registrar, usually for 60 days.
          </Banner>
          <Checkbox
            label="The current owner and the new owner agree to this change."
            hint="We record your confirmation with your name and the time."
            isChecked={form.values.hasConsent}
            onChange={(hasConsent) => form.set('hasConsent', hasConsent)}
          />
          {consentProblem !== undefined && (
            <FieldError id="owner-consent-note">{consentProblem}</FieldError>
          )}
        </div>
      )}
      <DialogActions>
        <Button onClick={onClose}>Cancel</Button>
        <SubmitButton form={form} disabled={!form.isChanged}>
          Save owner details
        </SubmitButton>
      </DialogActions>
    </FormView>
  );
}

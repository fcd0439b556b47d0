/** Saves the contact of an order for next time. The order stands, also when this fails. */
import type { WorkspaceClient } from '@hostmaster/sdk/dashboard';
import { explainError } from '../api/explain-error.ts';
import { showToast } from '../ui/popups/toast-queue.ts';
import { type ContactValues, contactInput, contactLabel } from './contact-values.ts';

export async function saveContact(api: WorkspaceClient, values: ContactValues): Promise<void> {
  const contact = contactInput(values);
  try {
    await api.createContact({ label: contactLabel(contact), contact });
  } catch (error) {
    const description = explainError(error).message;
    showToast({ tone: 'bad', title: "Couldn't save the contact", description });
  }
}

/** Saved contacts: create, edit and delete them. */

import { useQuery } from '@tanstack/react-query';
import { Contact, Pencil, Plus, Trash2 } from 'lucide-react';
import { useWorkspace } from '../../api/use-workspace.ts';
import type { SavedContact } from '../../contacts/contact-values.ts';
import { ContactView } from '../../contacts/contact-view.tsx';
import { contactsQuery } from '../../contacts/contacts-query.ts';
import { Button } from '../../ui/controls/button.tsx';
import { IconButton } from '../../ui/controls/icon-button.tsx';
import { Card } from '../../ui/layout/card.tsx';
import { Page } from '../../ui/layout/page.tsx';
import { type DialogSubject, useDialogSubject } from '../../ui/popups/use-dialog-subject.ts';
import { EmptyState } from '../../ui/states/empty-state.tsx';
import { QueryView } from '../../ui/states/query-view.tsx';
import { Skeleton } from '../../ui/states/skeleton.tsx';
import { Allowed } from '../../workspaces/allowed.tsx';
import { ConfirmChangeDialog } from '../../workspaces/confirm-change-dialog.tsx';
import { ContactDialog } from './contact-dialog.tsx';

export function ContactsPage() {
  const { workspaceId } = useWorkspace();
  const contacts = useQuery(contactsQuery(workspaceId));
  const editing = useDialogSubject<SavedContact | 'new'>();
  const deletion = useDialogSubject<SavedContact>();
  const add = (
    <Allowed act="domains.manage">
      <Button variant="primary" icon={Plus} onClick={() => editing.open('new')}>
        Add contact
      </Button>
    </Allowed>
  );
  return (
    <Page
      title="Contacts"
      description="Saved owner details to reuse when you register domains."
      width="narrow"
      actions={contacts.data?.length !== 0 && add}
    >
      <QueryView query={contacts} loading={<ContactsSkeleton />}>
        {(all) =>
          all.length === 0 ? (
            <Card>
              <EmptyState icon={Contact} title="No contacts yet" action={add}>
                Save a contact once and reuse it for every registration.
              </EmptyState>
            </Card>
          ) : (
            all.map((contact) => (
              <Card
                key={contact.id}
                title={contact.label}
                action={
                  <Allowed act="domains.manage">
                    <div className="-my-1 -mr-2 flex">
                      <IconButton
                        icon={Pencil}
                        label={`Edit ${contact.label}`}
                        onClick={() => editing.open(contact)}
                      />
                      <IconButton
                        icon={Trash2}
                        label={`Delete ${contact.label}`}
                        tone="danger"
                        onClick={() => deletion.open(contact)}
                      />
                    </div>
                  </Allowed>
                }
              >
                <ContactView contact={contact.contact} />
              </Card>
            ))
          )
        }
      </QueryView>
      <ContactDialog
        key={editing.opening}
        contact={editing.subject === 'new' ? null : editing.subject}
        isOpen={editing.isOpen}
        onClose={editing.close}
      />
      <DeleteContact dialog={deletion} />
    </Page>
  );
}

function DeleteContact({ dialog }: { readonly dialog: DialogSubject<SavedContact> }) {
  const { api } = useWorkspace();
  return (
    <ConfirmChangeDialog
      dialog={dialog}
      title={({ label }) => `Delete ${label}?`}
      confirmLabel="Delete contact"
      change={({ id }) => api.deleteContact({ contactId: id })}
      doneTitle={() => 'Contact deleted'}
    >
      {() => "Domains already registered with this contact won't change."}
    </ConfirmChangeDialog>
  );
}

function ContactsSkeleton() {
  return (
    <Card>
      <div className="flex flex-col gap-3">
        <Skeleton className="h-5 w-48" />
        <Skeleton className="h-4 w-64 max-w-full" />
        <Skeleton className="h-4 w-56 max-w-full" />
        <Skeleton className="h-4 w-40" />
      </div>
    </Card>
  );
}

/** Deletes the account, after a look at the keys that end with it. */
import { queryOptions, useQuery } from '@tanstack/react-query';
import { dashboard } from '../../api/client.ts';
import { useSession } from '../../api/session.ts';
import { announceSignOut, reloadAtSignIn } from '../../api/sign-out.ts';
import { PasswordGate } from '../../forms/password-gate.tsx';
import { TypedConfirmForm } from '../../forms/typed-confirm-form.tsx';
import { Button } from '../../ui/controls/button.tsx';
import { Card } from '../../ui/layout/card.tsx';
import { Dialog } from '../../ui/popups/dialog.tsx';
import { useDialogSubject } from '../../ui/popups/use-dialog-subject.ts';
import { QueryView } from '../../ui/states/query-view.tsx';
import { Skeleton } from '../../ui/states/skeleton.tsx';

const ownKeysQuery = queryOptions({
  queryKey: ['own keys'],
  queryFn: async ({ signal }) => (await dashboard.listOwnKeys({}, { signal })).keys,
  // Keys may have been created since the dialog was last opened.
  gcTime: 0,
});

export function DeleteAccountCard() {
  const dialog = useDialogSubject<'account'>();
  return (
    <Card
      title="Delete account"
      description="Deletes your account and takes you out of every workspace."
    >
      <Button variant="danger" onClick={() => dialog.open('account')}>
        Delete account
      </Button>
      <Dialog isOpen={dialog.isOpen} onClose={dialog.close} title="Delete your account?">
        <PasswordGate>
          <DeleteForm key={dialog.opening} onClose={dialog.close} />
        </PasswordGate>
      </Dialog>
    </Card>
  );
}

function DeleteForm({ onClose }: { readonly onClose: () => void }) {
  const { account } = useSession();
  return (
    <TypedConfirmForm
      wanted={account.email}
      what="your email address"
      submitLabel="Delete account"
      remove={(confirm) => dashboard.deleteAccount({ confirm })}
      onDone={() => {
        announceSignOut();
        reloadAtSignIn();
      }}
      onClose={onClose}
    >
      <div className="flex flex-col gap-2">
        <p>
          Your sessions, passkeys, linked sign-ins, emails and open invitations are deleted, and
          workspaces that no one else is a member of. This can't be undone.
        </p>
        <p>
          You can't delete your account while you're the only owner of a workspace with other
          members, or while a workspace of your own has domains or credits.
        </p>
        <p className="text-sm text-ink-muted">
          What you did stays in the activity of your workspaces, without your name and email
          address. The law and registries require some records to be kept: payments, and the contact
          data of domains.
        </p>
      </div>
      <OwnKeys />
    </TypedConfirmForm>
  );
}

function OwnKeys() {
  const query = useQuery(ownKeysQuery);
  return (
    <QueryView query={query} loading={<Skeleton className="h-12" />}>
      {(keys) =>
        keys.length === 0 ? null : (
          <div>
            <p>
              These keys stop working right away. If one must keep working, ask an admin to remove
              you from the workspace and keep it first.
            </p>
            <ul
              aria-label="Keys that stop working"
              className="mt-1 list-inside list-disc break-all"
            >
              {keys.map(({ id, kind, name, workspace }) => (
                <li key={id}>
                  {kind === 'api_key' ? 'API token' : 'Dynamic DNS key'} {name} ({workspace})
                </li>
              ))}
            </ul>
          </div>
        )
      }
    </QueryView>
  );
}

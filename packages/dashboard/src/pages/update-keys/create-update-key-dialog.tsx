/** Creates a TSIG key. */
import { lazy } from 'react';
import { useSession } from '../../api/session.ts';
import { CreateKeyDialog } from '../../keys/create-key-dialog.tsx';
import { keyDomains } from './key-domains.ts';
import { nsupdateLine } from './nsupdate-line.ts';

const CreateUpdateKeyForm = lazy(async () => ({
  default: (await import('./create-update-key-form.tsx')).CreateUpdateKeyForm,
}));

export function CreateUpdateKeyDialog(dialog: {
  readonly isOpen: boolean;
  readonly onClose: () => void;
}) {
  const { service } = useSession();
  return (
    <CreateKeyDialog
      {...dialog}
      title="Create dynamic DNS key"
      description="For certbot, external-dns, nsupdate and other RFC 2136 clients."
      form={CreateUpdateKeyForm}
      view={(created) => ({
        title: `Key for ${keyDomains(created.key)}`,
        description: (
          <>
            Key name <code className="font-mono text-ink">{created.key.name}</code>, algorithm{' '}
            <code className="font-mono text-ink">{created.key.algorithm}</code>.
          </>
        ),
        label: 'Secret',
        what: 'secret',
        value: created.secret,
        example: {
          label: 'Try it',
          what: 'nsupdate command',
          value: nsupdateLine(created, service.dnsServer),
        },
      })}
    />
  );
}

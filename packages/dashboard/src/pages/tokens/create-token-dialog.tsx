/** Creates an API token. The form is loaded when it is opened. */
import { lazy } from 'react';
import { CreateKeyDialog } from '../../keys/create-key-dialog.tsx';
import { tokenCurl } from './token-curl.ts';

const CreateTokenForm = lazy(async () => ({
  default: (await import('./create-token-form.tsx')).CreateTokenForm,
}));

export function CreateTokenDialog(dialog: {
  readonly isOpen: boolean;
  readonly onClose: () => void;
}) {
  return (
    <CreateKeyDialog
      {...dialog}
      title="Create API token"
      description="Tokens let your scripts and apps use the API on behalf of this workspace."
      form={CreateTokenForm}
      view={({ key, apiKey }) => ({
        title: key.name,
        description: 'Your token is ready.',
        label: 'API token',
        what: 'token',
        value: apiKey,
        example: {
          label: 'Try it',
          what: 'curl command',
          value: tokenCurl(window.location.origin, apiKey),
        },
      })}
    />
  );
}

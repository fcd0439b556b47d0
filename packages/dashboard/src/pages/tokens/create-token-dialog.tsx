/** Creates an API token. */
import { CreateKeyDialog } from '../../keys/create-key-dialog.tsx';
import { CreateTokenForm } from './create-token-form.tsx';
import { tokenCurl } from './token-curl.ts';

export function CreateTokenDialog(dialog: {
  readonly isOpen: boolean;
  readonly onClose: () => void;
}) {
  return (
    <CreateKeyDialog
      {...dialog}
      title="New API token"
      description="For programs that use the API in the name of this workspace."
      form={CreateTokenForm}
      view={({ key, apiKey }) => ({
        title: key.name,
        description: 'The token is ready.',
        label: 'API token',
        what: 'token',
        value: apiKey,
        example: {
          label: 'Try it',
          what: 'curl line',
          value: tokenCurl(window.location.origin, apiKey),
        },
      })}
    />
  );
}

/** Shows a new secret once, with a copy button and an example of its use. */

import { Button } from '../ui/controls/button.tsx';
import { CopyButton } from '../ui/controls/copy-button.tsx';
import { Field } from '../ui/controls/field.tsx';
import { Input } from '../ui/controls/input.tsx';
import { Banner } from '../ui/layout/banner.tsx';
import { DialogActions } from '../ui/popups/dialog-actions.tsx';
import { CodeBlock } from '../ui/text/code-block.tsx';

export interface Secret {
  /** What the secret is called: "API token". */
  readonly label: string;
  /** The same inside a sentence. */
  readonly what: string;
  readonly value: string;
  /** How to use it. */
  readonly example?: { readonly label: string; readonly what: string; readonly value: string };
}

export function SecretView({
  secret,
  onStored,
}: {
  readonly secret: Secret;
  readonly onStored: () => void;
}) {
  const { label, what, value, example } = secret;
  return (
    <div className="flex flex-col gap-5">
      <Banner tone="warn" title="Copy it now">
        You won't be able to see it again. Anyone who has it can use it, so store it somewhere safe.
      </Banner>
      <div className="flex items-end gap-2">
        <Field label={label} className="flex-1">
          {(control) => (
            <Input
              {...control}
              readOnly
              isMono
              value={value}
              onFocus={(event) => event.target.select()}
            />
          )}
        </Field>
        <CopyButton value={value} what={what} isLabelled variant="primary" />
      </div>
      {example !== undefined && (
        <div className="flex min-w-0 flex-col gap-1.5">
          <p className="text-sm font-medium">{example.label}</p>
          <CodeBlock value={example.value} what={example.what} />
        </div>
      )}
      <DialogActions>
        <Button onClick={onStored}>I've saved it</Button>
      </DialogActions>
    </div>
  );
}

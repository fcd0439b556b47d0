/** Asks for a second factor: a passkey, a code of the authenticator app, or a recovery code. */
import type { ReactNode } from 'react';
import { arePasskeysOffered, localhostUrl } from '../api/passkeys.ts';
import { CodeForm } from './code-form.tsx';
import { PasskeyButton } from './passkey-button.tsx';

export function SecondFactorForm<R>({
  methods,
  label,
  submitLabel,
  submitCode,
  submitPasskey,
  onDone,
  children,
}: {
  /** What the account has. */
  readonly methods: readonly ('totp' | 'passkey')[];
  readonly label: string;
  readonly submitLabel: string;
  readonly submitCode: (code: string) => Promise<R>;
  readonly submitPasskey: (response: string) => Promise<R>;
  readonly onDone: (result: R) => void | Promise<void>;
  readonly children?: ReactNode;
}) {
  const hasPasskey = methods.includes('passkey');
  return (
    <div className="flex flex-col gap-4">
      {hasPasskey && arePasskeysOffered() && (
        <PasskeyButton label="Use a passkey" submit={submitPasskey} onDone={onDone} />
      )}
      {hasPasskey && !arePasskeysOffered() && <PasskeyHelp />}
      <CodeForm
        label={label}
        submitLabel={submitLabel}
        submit={submitCode}
        onDone={onDone}
        kinds={methods.includes('totp') ? 'both' : 'recovery'}
      >
        {children}
      </CodeForm>
    </div>
  );
}

/** Why there are no passkeys here, and where they are. */
export function PasskeyHelp() {
  const url = localhostUrl();
  return (
    <p className="text-sm text-ink-muted">
      Passkeys need a host name, but this page is open at an IP address.
      {url !== null && (
        <>
          {' '}
          <a href={url} className="font-medium text-accent-ink underline">
            Open it at localhost
          </a>
        </>
      )}
    </p>
  );
}

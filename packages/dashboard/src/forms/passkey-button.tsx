/** Asks for a passkey and sends its answer. */
import { KeyRound } from 'lucide-react';
import { useState } from 'react';
import { explainError } from '../api/explain-error.ts';
import { askForPasskey, isPasskeyRefusal } from '../api/passkeys.ts';
import { Button, type ButtonProps } from '../ui/controls/button.tsx';

export function PasskeyButton<R>({
  label,
  submit,
  onDone,
  variant = 'secondary',
}: {
  readonly label: string;
  readonly submit: (response: string) => Promise<R>;
  readonly onDone: (result: R) => void | Promise<void>;
  readonly variant?: NonNullable<ButtonProps['variant']>;
}) {
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const ask = async () => {
    setBusy(true);
    setFailure(null);
    try {
      await onDone(await submit(await askForPasskey()));
    } catch (error) {
      setFailure(
        isPasskeyRefusal(error)
          ? 'No passkey was used. Try again, or choose another way.'
          : explainError(error).message,
      );
    } finally {
      setBusy(false);
    }
  };
  return (
    <>
      <Button
        variant={variant}
        size="lg"
        icon={KeyRound}
        isLoading={isBusy}
        onClick={() => void ask()}
      >
        {label}
      </Button>
      <p role="alert" className="text-center text-sm text-bad-ink empty:hidden">
        {failure}
      </p>
    </>
  );
}

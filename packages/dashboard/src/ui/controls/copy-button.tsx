/** Copies a value and says so. */
import { Check, Copy } from 'lucide-react';
import { useEffect, useState } from 'react';
import { showToast } from '../popups/toast-queue.ts';
import { Button, type ButtonVariant } from './button.tsx';
import { IconButton } from './icon-button.tsx';

const shownMs = 2_000;

export interface CopyButtonProps {
  readonly value: string;
  /** What is copied, for its name: "Copy API key". */
  readonly what: string;
  /** With a text label, where copying is the main action. */
  readonly isLabelled?: boolean;
  readonly variant?: ButtonVariant;
}

export function CopyButton({
  value,
  what,
  isLabelled = false,
  variant = 'secondary',
}: CopyButtonProps) {
  const [isCopied, setCopied] = useState(false);
  useEffect(() => {
    if (!isCopied) return;
    const timer = setTimeout(() => setCopied(false), shownMs);
    return () => clearTimeout(timer);
  }, [isCopied]);

  async function copy(): Promise<void> {
    try {
      await navigator.clipboard.writeText(value);
      setCopied(true);
    } catch {
      showToast({
        tone: 'bad',
        title: "Couldn't copy",
        description: 'Your browser blocked clipboard access. Select the text and copy it manually.',
      });
    }
  }

  const label = isCopied ? 'Copied' : `Copy ${what}`;
  const icon = isCopied ? Check : Copy;
  return (
    <>
      {isLabelled ? (
        <Button variant={variant} icon={icon} onClick={() => void copy()}>
          {label}
        </Button>
      ) : (
        <IconButton icon={icon} label={label} size="sm" onClick={() => void copy()} />
      )}
      <span role="status" className="sr-only">
        {isCopied ? `${what} copied` : ''}
      </span>
    </>
  );
}

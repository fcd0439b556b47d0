/** Opens the search from anywhere: by its button, by Ctrl-K or ⌘K, and by `/` outside of fields. */
import { Search } from 'lucide-react';
import { lazy, Suspense, useEffect, useState } from 'react';
import { IconButton } from '../../ui/controls/icon-button.tsx';

const FindDialog = lazy(async () => ({
  default: (await import('./find-dialog.tsx')).FindDialog,
}));

const fields = 'input, textarea, select';
/** Those that are open keep the keyboard; one that is closing does not. */
const popups = ':is([role=dialog], [role=alertdialog], [role=menu]):not([data-closed])';

/** The dialog, and how a button opens it. */
export function useFind() {
  /** Null until it is opened for the first time, and its code is loaded. */
  const [isOpen, setOpen] = useState<boolean | null>(null);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const isShortcut =
        event.ctrlKey || event.metaKey
          ? event.key === 'k'
          : event.key === '/' && document.activeElement?.closest(fields) == null;
      if (!isShortcut || document.querySelector(popups) !== null) return;
      event.preventDefault();
      setOpen(true);
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, []);
  const dialog = isOpen !== null && (
    <Suspense>
      <FindDialog isOpen={isOpen} onClose={() => setOpen(false)} />
    </Suspense>
  );
  return [dialog, () => setOpen(true)] as const;
}

export interface FindProps {
  readonly onFind: () => void;
}

export function FindButton({ onFind }: FindProps) {
  return (
    <button
      type="button"
      onClick={onFind}
      className="mt-2 flex h-8 w-full items-center gap-2.5 rounded-sm px-2.5 text-ink-muted hover:bg-hover hover:text-ink"
    >
      <Search className="size-4 shrink-0 text-ink-faint" aria-hidden="true" />
      Find anything
      <span aria-hidden="true" className="ml-auto text-xs text-ink-faint">
        Ctrl K
      </span>
    </button>
  );
}

export function FindIcon({ onFind }: FindProps) {
  return <IconButton icon={Search} label="Find anything" onClick={onFind} />;
}

/** The object a dialog is about. It stays set while the dialog fades out, so that its text does not change. */
import { useState } from 'react';

export interface DialogSubject<T> {
  readonly subject: T | null;
  readonly isOpen: boolean;
  /** Changes with every opening: a key for content that must be remounted. */
  readonly opening: number;
  open(subject: T): void;
  close(): void;
}

export function useDialogSubject<T>(): DialogSubject<T> {
  const [state, setState] = useState<{ subject: T | null; isOpen: boolean; opening: number }>({
    subject: null,
    isOpen: false,
    opening: 0,
  });
  return {
    ...state,
    open: (subject) => setState(({ opening }) => ({ subject, isOpen: true, opening: opening + 1 })),
    close: () => setState((current) => ({ ...current, isOpen: false })),
  };
}

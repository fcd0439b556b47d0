/** Asks before an action that cannot be undone. The button repeats the verb of the question. */
import type { ReactNode } from 'react';
import { lazyPopup } from './lazy-popup.tsx';

export interface ConfirmDialogProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly title: string;
  /** What will happen, in a sentence or two. */
  readonly children: ReactNode;
  readonly confirmLabel: string;
  readonly onConfirm: () => void;
  readonly isLoading?: boolean;
  readonly tone?: 'danger' | 'primary';
  /** Why the last attempt failed. */
  readonly error?: string | null;
}

export const ConfirmDialog = lazyPopup<ConfirmDialogProps>(({ ConfirmView }) => ConfirmView);

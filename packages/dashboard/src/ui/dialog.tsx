/** A modal dialog. On phones it slides in from the bottom edge. */
import type { ReactNode } from 'react';
import { lazyPopup } from './lazy-popup.tsx';

export interface DialogProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly title: string;
  readonly description?: ReactNode;
  readonly children?: ReactNode;
  readonly size?: 'sm' | 'md' | 'lg';
  /** Cannot be closed by accident, such as while a secret is shown. */
  readonly isLocked?: boolean;
}

export const Dialog = lazyPopup<DialogProps>(({ DialogView }) => DialogView);

/** A panel that slides in from the right, or from the bottom on phones. */
import type { ReactNode } from 'react';
import { lazyPopup } from './lazy-popup.tsx';

export interface SheetProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly title: string;
  readonly children: ReactNode;
}

export const Sheet = lazyPopup<SheetProps>(({ SheetView }) => SheetView);

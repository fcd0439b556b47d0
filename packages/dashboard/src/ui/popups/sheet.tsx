/** A panel that slides in from the right, or from the bottom on phones. */
import { lazyPopup } from './lazy-popup.tsx';

export const Sheet = lazyPopup(({ SheetView }) => SheetView);

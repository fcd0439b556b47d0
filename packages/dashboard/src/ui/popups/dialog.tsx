/** A modal dialog. On phones it slides in from the bottom edge. */
import { lazyPopup } from './lazy-popup.tsx';

export const Dialog = lazyPopup(({ DialogView }) => DialogView);

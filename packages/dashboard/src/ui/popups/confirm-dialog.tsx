/** Asks before an action that cannot be undone. The button repeats the verb of the question. */
import { lazyPopup } from './lazy-popup.tsx';

export const ConfirmDialog = lazyPopup(({ ConfirmView }) => ConfirmView);

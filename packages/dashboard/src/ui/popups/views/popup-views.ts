/** One file for all popups, because they share most of their code. */
export { ConfirmView } from './confirm-view.tsx';
export { DialogView } from './dialog-view.tsx';
export { MenuView } from './menu-view.tsx';
export { SheetView } from './sheet-view.tsx';
export { ToasterView } from './toaster-view.tsx';

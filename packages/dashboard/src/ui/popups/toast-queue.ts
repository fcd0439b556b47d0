/**
 * Short messages in the corner, announced by screen readers, with at most one action:
 *
 *   showToast({ title: 'Record deleted', action: { label: 'Undo', onClick: restore } });
 *
 * They wait here until the code that shows them is loaded.
 */
export interface ToastMessage {
  readonly title: string;
  readonly description?: string;
  readonly tone?: 'good' | 'bad';
  readonly action?: { readonly label: string; readonly onClick: () => void };
  /** How long it stays; messages with an action stay longer. */
  readonly forMs?: number;
  readonly onClose?: () => void;
}

type Show = (message: ToastMessage) => () => void;

interface WaitingToast {
  readonly message: ToastMessage;
  close: (() => void) | null;
  isClosed: boolean;
}

class ToastQueue {
  #show: Show | null = null;
  #waiting: WaitingToast[] = [];
  readonly #listeners = new Set<() => void>();

  add(message: ToastMessage): () => void {
    if (this.#show !== null) return this.#show(message);
    const toast: WaitingToast = { message, close: null, isClosed: false };
    this.#waiting.push(toast);
    for (const listener of this.#listeners) listener();
    return () => {
      toast.isClosed = true;
      toast.close?.();
    };
  }

  /** From now on; shows what waited, too. Returns a function that ends it. */
  showWith(show: Show): () => void {
    this.#show = show;
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const toast of waiting) {
      if (toast.isClosed) toast.message.onClose?.();
      else toast.close = show(toast.message);
    }
    return () => {
      this.#show = null;
    };
  }

  readonly isWaiting = (): boolean => this.#waiting.length > 0;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };
}

export const toasts = new ToastQueue();

/** Callable outside components too. Returns a function that closes the toast. */
export function showToast(message: ToastMessage): () => void {
  return toasts.add(message);
}

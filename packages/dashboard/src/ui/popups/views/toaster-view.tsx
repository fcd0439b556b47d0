/** What ui/popups/toaster.tsx shows. */
import { Toast as Base } from '@base-ui/react/toast';
import { CircleAlert, CircleCheck, X } from 'lucide-react';
import { useEffect } from 'react';
import { type ToastMessage, toasts } from '../toast-queue.ts';

const manager = Base.createToastManager();
const plainMs = 5_000;
const actionMs = 9_000;

function show(message: ToastMessage): () => void {
  const { action } = message;
  const id = manager.add({
    title: message.title,
    description: message.description,
    type: message.tone ?? 'good',
    priority: message.tone === 'bad' ? 'high' : 'low',
    ...(message.onClose === undefined ? {} : { onClose: message.onClose }),
    timeout: message.forMs ?? (action === undefined ? plainMs : actionMs),
    ...(action === undefined
      ? {}
      : {
          actionProps: {
            children: action.label,
            onClick: () => {
              manager.close(id);
              action.onClick();
            },
          },
        }),
  });
  return () => manager.close(id);
}

export function ToasterView() {
  useEffect(() => toasts.showWith(show), []);
  return (
    <Base.Provider toastManager={manager} limit={3}>
      <Base.Portal>
        <Base.Viewport className="fixed right-4 bottom-[calc(1rem+env(safe-area-inset-bottom))] z-50 flex w-[calc(100vw-2rem)] max-w-sm flex-col gap-2 max-md:top-16 max-md:bottom-auto">
          <Messages />
        </Base.Viewport>
      </Base.Portal>
    </Base.Provider>
  );
}

function Messages() {
  const { toasts } = Base.useToastManager();
  return toasts.map((toast) => {
    const Icon = toast.type === 'bad' ? CircleAlert : CircleCheck;
    return (
      <Base.Root
        key={toast.id}
        toast={toast}
        swipeDirection={['right', 'down']}
        className="rounded-md bg-raised shadow-float transition-[opacity,translate] duration-200 ease-out data-ending-style:opacity-0 data-limited:hidden data-starting-style:translate-y-2 data-starting-style:opacity-0"
      >
        <Base.Content className="flex items-start gap-3 p-3">
          <Icon
            className={
              toast.type === 'bad' ? 'mt-0.5 size-4 text-bad-ink' : 'mt-0.5 size-4 text-good-ink'
            }
            aria-hidden="true"
          />
          <div className="min-w-0 flex-1">
            <Base.Title className="font-medium" />
            <Base.Description className="mt-0.5 text-sm text-ink-muted" />
          </div>
          <Base.Action className="-my-1 rounded-sm px-2 py-1 font-medium text-accent-ink hover:bg-hover" />
          <Base.Close
            aria-label="Dismiss"
            // It can be focused, so it must not be hidden while the toasts are folded.
            aria-hidden={false}
            className="-m-1 flex size-7 items-center justify-center rounded-sm text-ink-faint hover:bg-hover hover:text-ink"
          >
            <X className="size-4" aria-hidden="true" />
          </Base.Close>
        </Base.Content>
      </Base.Root>
    );
  });
}

/** What ui/popups/confirm-dialog.tsx shows. */
import { AlertDialog } from '@base-ui/react/alert-dialog';
import type { ReactNode } from 'react';
import { Button } from '../../controls/button.tsx';
import { DialogActions } from '../dialog-actions.tsx';

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

export function ConfirmView({
  isOpen,
  onClose,
  title,
  children,
  confirmLabel,
  onConfirm,
  isLoading = false,
  tone = 'danger',
  error = null,
}: ConfirmDialogProps) {
  return (
    <AlertDialog.Root open={isOpen} onOpenChange={(open) => !open && !isLoading && onClose()}>
      <AlertDialog.Portal>
        <AlertDialog.Backdrop className="motion-fade fixed inset-0 z-40 bg-veil" />
        <AlertDialog.Popup className="fixed z-40 w-full bg-raised p-5 shadow-float transition-[opacity,translate,scale] duration-200 ease-out outline-none data-ending-style:opacity-0 data-starting-style:opacity-0 max-md:inset-x-0 max-md:bottom-0 max-md:rounded-t-xl max-md:pb-[calc(1.25rem+env(safe-area-inset-bottom))] max-md:data-ending-style:translate-y-8 max-md:data-starting-style:translate-y-8 md:top-[18vh] md:left-1/2 md:max-w-md md:-translate-x-1/2 md:rounded-lg md:data-ending-style:scale-98 md:data-starting-style:scale-98">
          <AlertDialog.Title className="text-md font-semibold">{title}</AlertDialog.Title>
          <AlertDialog.Description render={<div />} className="mt-2 text-ink-muted">
            {children}
          </AlertDialog.Description>
          {error !== null && (
            <p role="alert" className="mt-3 text-sm text-bad-ink">
              {error}
            </p>
          )}
          <div className="mt-6">
            <DialogActions>
              <AlertDialog.Close render={<Button disabled={isLoading}>Cancel</Button>} />
              <Button
                variant={tone === 'danger' ? 'danger' : 'primary'}
                isLoading={isLoading}
                onClick={onConfirm}
              >
                {confirmLabel}
              </Button>
            </DialogActions>
          </div>
        </AlertDialog.Popup>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  );
}

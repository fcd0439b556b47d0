/** What ui/popups/sheet.tsx shows. */
import { Dialog as Base } from '@base-ui/react/dialog';
import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { IconButton } from '../../controls/icon-button.tsx';

export interface SheetProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly title: string;
  readonly children: ReactNode;
}

export function SheetView({ isOpen, onClose, title, children }: SheetProps) {
  return (
    <Base.Root open={isOpen} onOpenChange={(open) => !open && onClose()}>
      <Base.Portal>
        <Base.Backdrop className="motion-fade fixed inset-0 z-40 bg-veil" />
        <Base.Popup className="fixed z-40 flex flex-col bg-raised shadow-float transition-[translate,opacity] duration-200 ease-out outline-none data-ending-style:opacity-0 data-starting-style:opacity-0 max-md:inset-x-0 max-md:bottom-0 max-md:max-h-[85dvh] max-md:rounded-t-xl max-md:pb-[env(safe-area-inset-bottom)] max-md:data-ending-style:translate-y-8 max-md:data-starting-style:translate-y-8 md:inset-y-0 md:right-0 md:w-md md:data-ending-style:translate-x-8 md:data-starting-style:translate-x-8">
          <header className="flex items-center justify-between gap-4 border-b border-line py-3 pr-3 pl-5">
            <Base.Title className="truncate text-md font-semibold">{title}</Base.Title>
            <Base.Close render={<IconButton icon={X} label="Close" size="sm" />} />
          </header>
          <div className="min-h-0 flex-1 overflow-y-auto p-5">{children}</div>
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}

/** What ui/popups/dialog.tsx shows. */
import { Dialog as Base } from '@base-ui/react/dialog';
import { X } from 'lucide-react';
import { type ReactNode, useRef } from 'react';
import { classNames } from '../../class-names.ts';
import { IconButton } from '../../controls/icon-button.tsx';

const widths = { sm: 'md:max-w-sm', md: 'md:max-w-lg', lg: 'md:max-w-2xl' } as const;

/** The initial focus, instead of the close button. */
const firstControl = 'input:not([type=hidden]), textarea, select, [role=combobox]';

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

export function DialogView({
  isOpen,
  onClose,
  title,
  description,
  children,
  size = 'md',
  isLocked = false,
}: DialogProps) {
  const content = useRef<HTMLDivElement>(null);
  return (
    <Base.Root open={isOpen} onOpenChange={(open) => !open && !isLocked && onClose()}>
      <Base.Portal>
        <Base.Backdrop className="motion-fade fixed inset-0 z-40 bg-veil" />
        <Base.Popup
          initialFocus={() => content.current?.querySelector<HTMLElement>(firstControl) ?? true}
          className={classNames(
            'fixed z-40 flex max-h-[85dvh] w-full flex-col overflow-hidden bg-raised shadow-float outline-none',
            'max-md:inset-x-0 max-md:bottom-0 max-md:rounded-t-xl max-md:pb-[env(safe-area-inset-bottom)]',
            'md:top-[12vh] md:left-1/2 md:max-h-[76vh] md:-translate-x-1/2 md:rounded-lg',
            'transition-[opacity,translate,scale] duration-200 ease-out data-ending-style:opacity-0 data-starting-style:opacity-0',
            'max-md:data-ending-style:translate-y-8 max-md:data-starting-style:translate-y-8 md:data-ending-style:scale-98 md:data-starting-style:scale-98',
            widths[size],
          )}
        >
          <header className="flex items-start justify-between gap-4 px-5 pt-4">
            <div className="min-w-0 pt-1">
              <Base.Title className="text-md font-semibold">{title}</Base.Title>
              {description !== undefined && (
                <Base.Description className="mt-1 text-ink-muted">{description}</Base.Description>
              )}
            </div>
            {!isLocked && (
              <Base.Close
                render={<IconButton icon={X} label="Close" size="sm" className="-mr-2" />}
              />
            )}
          </header>
          {/* Scrolled content fades out below the title. */}
          <div
            ref={content}
            className="min-h-0 overflow-y-auto mask-[linear-gradient(to_bottom,transparent,black_1rem)] px-5 pt-4 pb-5 md:scroll-pb-20"
          >
            {children}
          </div>
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}

/** A short explanation on hover and focus. Never the only place for information. */
import { Tooltip as Base } from '@base-ui/react/tooltip';
import type { ReactElement, ReactNode } from 'react';

export function Tooltip({
  content,
  children,
  side = 'top',
}: {
  readonly content: ReactNode;
  /** The element it explains. */
  readonly children: ReactElement;
  readonly side?: 'top' | 'bottom' | 'left' | 'right';
}) {
  return (
    <Base.Root>
      <Base.Trigger render={children} />
      <Base.Portal>
        <Base.Positioner side={side} sideOffset={6} className="z-50">
          <Base.Popup className="motion-pop max-w-72 rounded-sm bg-ink px-2 py-1 text-xs text-canvas shadow-float">
            {content}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}

/** Once around the page: after the first tooltip, the next ones open without delay. */
export function TooltipProvider({ children }: { readonly children: ReactNode }) {
  return <Base.Provider delay={350}>{children}</Base.Provider>;
}

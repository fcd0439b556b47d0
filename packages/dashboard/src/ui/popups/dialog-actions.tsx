import type { ReactNode } from 'react';

/**
 * The buttons at the end of a dialog: the primary one last, or first on phones. On wide screens they
 * stay visible while the dialog scrolls.
 */
export function DialogActions({ children }: { readonly children: ReactNode }) {
  return (
    <div className="-mt-1 -mb-5 flex flex-col-reverse gap-2 bg-raised pt-3 pb-5 max-md:*:h-10 md:sticky md:-bottom-5 md:flex-row md:justify-end">
      {children}
    </div>
  );
}

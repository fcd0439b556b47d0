/** Around every page: toasts and tooltips. */
import { CSPProvider } from '@base-ui/react/csp-provider';
import { Outlet } from '@tanstack/react-router';
import { Toaster } from '../ui/toaster.tsx';
import { TooltipProvider } from '../ui/tooltip.tsx';

export function Root() {
  return (
    // The page's content security policy allows no inline style elements.
    <CSPProvider disableStyleElements>
      <TooltipProvider>
        <Outlet />
        <Toaster />
      </TooltipProvider>
    </CSPProvider>
  );
}

/** A URL that does not exist, or that belongs to another workspace. */
import { Compass } from 'lucide-react';
import { ButtonLink } from '../ui/controls/button.tsx';
import { usePageTitle } from '../ui/layout/page.tsx';
import { EmptyState } from '../ui/states/empty-state.tsx';

export function NotFound() {
  usePageTitle('Page not found');
  return (
    <main className="flex min-h-[70dvh] items-center justify-center">
      <EmptyState
        icon={Compass}
        title="Page not found"
        isPage
        action={<ButtonLink to="/">Go to dashboard</ButtonLink>}
      >
        The page doesn't exist, or it belongs to a workspace you can't access.
      </EmptyState>
    </main>
  );
}

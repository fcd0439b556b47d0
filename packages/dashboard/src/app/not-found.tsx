/** A URL that does not exist, or that belongs to another workspace. */
import { Compass } from 'lucide-react';
import { ButtonLink } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { usePageTitle } from '../ui/page.tsx';

export function NotFound() {
  usePageTitle('Not found');
  return (
    <main className="flex min-h-[70dvh] items-center justify-center">
      <EmptyState
        icon={Compass}
        title="There is nothing here"
        action={<ButtonLink to="/">Go to your workspace</ButtonLink>}
      >
        The address may be mistyped, or it belongs to a workspace that you are not a member of.
      </EmptyState>
    </main>
  );
}

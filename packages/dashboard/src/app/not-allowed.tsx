/** Shown instead of a page that the role of the member does not allow. */
import { Lock } from 'lucide-react';
import { useWorkspace } from '../api/use-workspace.ts';
import { ButtonLink } from '../ui/controls/button.tsx';
import { Card } from '../ui/layout/card.tsx';
import { Page } from '../ui/layout/page.tsx';
import { EmptyState } from '../ui/states/empty-state.tsx';
import { denialText } from './denial-text.ts';
import type { PageDenial } from './page-acts.ts';

export function NotAllowed({ denied }: { readonly denied: PageDenial }) {
  const { grant, workspaceId } = useWorkspace();
  return (
    <Page title="Not available to you" width="narrow">
      <Card>
        <EmptyState
          icon={Lock}
          title="Your role doesn't allow this page"
          action={
            <ButtonLink to="/$workspaceId/settings/members" params={{ workspaceId }}>
              See what each role can do
            </ButtonLink>
          }
        >
          {denialText(grant, denied)}
        </EmptyState>
      </Card>
    </Page>
  );
}

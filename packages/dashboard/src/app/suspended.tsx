/** Shown instead of the pages of a workspace that the operator has suspended. */
import { CirclePause } from 'lucide-react';
import { Card } from '../ui/layout/card.tsx';
import { Page } from '../ui/layout/page.tsx';
import { EmptyState } from '../ui/states/empty-state.tsx';

export function Suspended() {
  return (
    <Page title="Workspace suspended" width="narrow">
      <Card>
        <EmptyState icon={CirclePause} title="This workspace is suspended">
          Your domains stay online and are renewed as usual, but you can't change anything and API
          tokens don't work. Contact the operator of this service.
        </EmptyState>
      </Card>
    </Page>
  );
}

/** The latest activity of the workspace. */
import { History } from 'lucide-react';
import { ActivityList } from '../../activity/activity-list.tsx';
import { useWorkspace } from '../../api/use-workspace.ts';
import { Card } from '../../ui/layout/card.tsx';
import { EmptyState } from '../../ui/states/empty-state.tsx';
import { TextLink } from '../../ui/text/text-link.tsx';
import type { Overview } from './overview-query.ts';

export function RecentCard({ entries }: { readonly entries: Overview['activity'] }) {
  const { workspaceId } = useWorkspace();
  return (
    <Card
      title="Recent activity"
      isFlush
      action={
        <TextLink to="/$workspaceId/activity" params={{ workspaceId }}>
          View all
        </TextLink>
      }
    >
      {entries.length === 0 ? (
        <EmptyState icon={History} title="No activity yet">
          Changes in this workspace appear here, along with who made them.
        </EmptyState>
      ) : (
        <ActivityList entries={entries} />
      )}
    </Card>
  );
}

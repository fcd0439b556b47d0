/** The latest activity of the workspace. */
import { History } from 'lucide-react';
import { ActivityList } from '../../activity/activity-list.tsx';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import type { Overview } from './overview-query.ts';

export function RecentCard({ entries }: { readonly entries: Overview['activity'] }) {
  return (
    <Card title="Recent activity" isFlush>
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

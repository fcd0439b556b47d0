/** The activity of a domain, newest first. */
import { useParams } from '@tanstack/react-router';
import { ActivityDownloads, ActivityFeed } from '../../activity/activity-feed.tsx';
import { Card } from '../../ui/layout/card.tsx';

export function ActivityTab() {
  const { domain } = useParams({ from: '/$workspaceId/domains/$domain' });
  return (
    <Card title="Activity" isFlush action={<ActivityDownloads filter={{ domain }} />}>
      <ActivityFeed
        filter={{ domain }}
        emptyText="Changes to this domain appear here, along with who made them."
      />
    </Card>
  );
}

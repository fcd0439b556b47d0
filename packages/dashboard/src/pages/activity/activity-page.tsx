/** Everything that happened in the workspace, newest first. Mails show on request. */
import { useNavigate, useSearch } from '@tanstack/react-router';
import { ActivityDownloads, ActivityFeed } from '../../activity/activity-feed.tsx';
import { Switch } from '../../ui/controls/switch.tsx';
import { Card } from '../../ui/layout/card.tsx';
import { Page } from '../../ui/layout/page.tsx';

export function ActivityPage() {
  const { mails } = useSearch({ from: '/$workspaceId/activity' });
  const navigate = useNavigate({ from: '/$workspaceId/activity' });
  const filter = mails === undefined ? {} : { mails };
  return (
    <Page title="Activity" description="Every change in this workspace, along with who made it.">
      <Card isFlush>
        <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 border-b border-line px-5 py-3">
          <Switch
            label="Show emails"
            isOn={mails === 'shown'}
            onChange={(isOn) =>
              void navigate({ search: isOn ? { mails: 'shown' } : {}, replace: true })
            }
          />
          <ActivityDownloads filter={filter} />
        </div>
        <ActivityFeed
          filter={filter}
          emptyText="Changes in this workspace appear here, along with who made them."
        />
      </Card>
    </Page>
  );
}

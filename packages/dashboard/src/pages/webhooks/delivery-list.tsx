/** The deliveries of a webhook, newest first. */
import { useInfiniteQuery } from '@tanstack/react-query';
import { Send } from 'lucide-react';
import { useWorkspace } from '../../api/use-workspace.ts';
import { OlderButton } from '../../ui/controls/older-button.tsx';
import { Card } from '../../ui/layout/card.tsx';
import { EmptyState } from '../../ui/states/empty-state.tsx';
import { ErrorState } from '../../ui/states/error-state.tsx';
import { SkeletonRows } from '../../ui/states/skeleton.tsx';
import { DeliveryItem } from './delivery-item.tsx';
import { deliveriesQuery, type Webhook } from './webhooks-query.ts';

export function DeliveryList({ webhook }: { readonly webhook: Webhook }) {
  const { workspaceId } = useWorkspace();
  const query = useInfiniteQuery(deliveriesQuery(workspaceId, webhook.id));
  const deliveries = query.data?.pages.flat();
  return (
    <Card
      title="Deliveries"
      description="Failed deliveries are retried for about three days, at increasing intervals."
      isFlush
    >
      {deliveries === undefined && query.isError && (
        <ErrorState error={query.error} onRetry={() => void query.refetch()} />
      )}
      {deliveries === undefined && !query.isError && (
        <div aria-busy="true">
          <span className="sr-only" role="status">
            Loading
          </span>
          <SkeletonRows count={4} />
        </div>
      )}
      {deliveries?.length === 0 && (
        <EmptyState icon={Send} title="No deliveries yet">
          Send a test event to see if your endpoint accepts it. Events appear here as they happen.
        </EmptyState>
      )}
      {deliveries !== undefined && deliveries.length > 0 && (
        <ul aria-label="Deliveries" className="divide-y divide-line">
          {deliveries.map((delivery) => (
            <DeliveryItem key={delivery.id} delivery={delivery} webhook={webhook} />
          ))}
        </ul>
      )}
      <OlderButton query={query} />
    </Card>
  );
}

/** What one revision of a zone has changed. Revisions never change, so the answer is kept. */
import { HostmasterError } from '@hostmaster/sdk';
import { useQuery } from '@tanstack/react-query';
import { useWorkspace } from '../api/use-workspace.ts';
import { ErrorState } from '../ui/states/error-state.tsx';
import { Skeleton } from '../ui/states/skeleton.tsx';
import { domainKey } from './domain-query.ts';
import { RecordDifferences } from './record-differences.tsx';

export function RevisionDifferences({
  domain,
  revision,
}: {
  readonly domain: string;
  readonly revision: number;
}) {
  const { api, workspaceId } = useWorkspace();
  const query = useQuery({
    queryKey: [...domainKey({ workspaceId, domain }), 'difference', revision],
    queryFn: ({ signal }) =>
      api.compareRevisions({ domain, from: revision - 1, to: revision }, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (query.data !== undefined) return <RecordDifferences changes={query.data.changes} />;
  if (query.error instanceof HostmasterError && query.error.code === 'revision_not_found') {
    return (
      <p className="text-sm text-ink-muted">
        The details of this change are no longer available: the version before it was deleted after
        the retention period.
      </p>
    );
  }
  if (query.isError) {
    return <ErrorState error={query.error} onRetry={() => void query.refetch()} />;
  }
  return (
    <div aria-busy="true">
      <span className="sr-only" role="status">
        Loading
      </span>
      <Skeleton className="h-8" />
    </div>
  );
}

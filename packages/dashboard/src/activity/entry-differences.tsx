/**
 * What the change of an entry changed. Revisions count from 1 for each registration of a name, so the
 * revision must be of the time of the entry.
 */
import { useQuery } from '@tanstack/react-query';
import { useWorkspace } from '../api/use-workspace.ts';
import { domainKey } from '../domains/domain-query.ts';
import { RevisionDifferences } from '../domains/revision-differences.tsx';
import { Skeleton } from '../ui/states/skeleton.tsx';

export function EntryDifferences({
  domain,
  revision,
  at,
}: {
  readonly domain: string;
  readonly revision: number;
  readonly at: string;
}) {
  const { api, workspaceId } = useWorkspace();
  const found = useQuery({
    queryKey: [...domainKey({ workspaceId, domain }), 'revision', revision],
    queryFn: async ({ signal }) => {
      const page = { domain, before: revision + 1, limit: 1 };
      return (await api.listRevisions(page, { signal })).revisions[0] ?? null;
    },
  });
  if (found.isPending) return <Skeleton className="h-8" />;
  if (found.data?.revision === revision && found.data.at === at) {
    return <RevisionDifferences domain={domain} revision={revision} />;
  }
  return (
    <p className="text-sm text-ink-muted">The details of this change are no longer available.</p>
  );
}

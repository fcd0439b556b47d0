/** Bulk operations, followed while they are planned or carried out. */
import type { Output } from '@hostmaster/contract';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { workspaceClient } from '../../api/client.ts';

export type Bulk = Output<'getBulk'>['bulk'];
export type BulkItem = Output<'getBulk'>['items'][number];
export type ItemFilter = 'all' | BulkItem['state'];

const pageSize = 100;
const activeMs = 1_000;

function isActive({ state }: Pick<Bulk, 'state'>): boolean {
  return state === 'planning' || state === 'running';
}

export function bulkQuery(workspaceId: string, bulkId: string) {
  return queryOptions({
    queryKey: [workspaceId, 'bulk', bulkId] as const,
    queryFn: async ({ signal }): Promise<Bulk> =>
      (await workspaceClient(workspaceId).getBulk({ bulkId, limit: 1 }, { signal })).bulk,
    refetchInterval: ({ state: { data } }) =>
      data !== undefined && isActive(data) ? activeMs : false,
  });
}

/** Read again whenever the counts have changed. */
export function itemsQuery(workspaceId: string, bulk: Bulk, filter: ItemFilter) {
  const { id: bulkId, state, counts } = bulk;
  return infiniteQueryOptions({
    queryKey: [workspaceId, 'bulk', bulkId, 'items', filter, state, counts] as const,
    queryFn: ({ signal, pageParam }) =>
      workspaceClient(workspaceId).getBulk(
        {
          bulkId,
          limit: pageSize,
          ...(filter === 'all' ? {} : { state: filter }),
          ...(pageParam === null ? {} : { cursor: pageParam }),
        },
        { signal },
      ),
    initialPageParam: null as string | null,
    getNextPageParam: ({ cursor }) => cursor,
    placeholderData: (previous) => previous,
  });
}

export function bulksQuery(workspaceId: string) {
  return infiniteQueryOptions({
    queryKey: [workspaceId, 'bulk'] as const,
    queryFn: ({ signal, pageParam }) =>
      workspaceClient(workspaceId).listBulks(
        { limit: pageSize, ...(pageParam === null ? {} : { cursor: pageParam }) },
        { signal },
      ),
    initialPageParam: null as string | null,
    getNextPageParam: ({ cursor }) => cursor,
    refetchInterval: ({ state: { data } }) =>
      data?.pages.some(({ bulks }) => bulks.some(isActive)) === true ? activeMs : false,
  });
}

/**
 * The three states of a query: loading, failed, loaded:
 *
 *   <QueryView query={sessions} loading={<SkeletonRows />}>{(data) => …}</QueryView>
 */
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ErrorState } from './error-state.tsx';

export function QueryView<T>({
  query,
  loading,
  children,
}: {
  readonly query: UseQueryResult<T>;
  readonly loading: ReactNode;
  readonly children: (data: T) => ReactNode;
}) {
  // Loaded data stays on screen while it is refreshed, even when that fails.
  if (query.data !== undefined) return children(query.data);
  if (query.isError) return <ErrorState error={query.error} onRetry={() => void query.refetch()} />;
  return (
    <div aria-busy="true">
      <span className="sr-only" role="status">
        Loading
      </span>
      {loading}
    </div>
  );
}

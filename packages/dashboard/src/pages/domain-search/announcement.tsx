/** Announces the results of a search to screen readers. */
import type { SearchResult } from './use-name-search.ts';

export function Announcement({ results }: { readonly results: readonly SearchResult[] }) {
  const free = results.filter((result) => result.available).length;
  const isOwn = results.every((result) => result.isOwn);
  return (
    <p role="status" className="sr-only">
      {results.length === 1 && free === 1 && 'This domain is available'}
      {results.length === 1 &&
        free === 0 &&
        (isOwn ? 'This domain is yours' : 'This domain is taken')}
      {results.length > 1 && `${free} of ${results.length} domains are available`}
    </p>
  );
}

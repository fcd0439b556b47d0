/** Below a list that is loaded page by page: loads the next older page. */
import type { UseInfiniteQueryResult } from '@tanstack/react-query';
import { Button } from './button.tsx';

type Pages = Pick<
  UseInfiniteQueryResult,
  'hasNextPage' | 'isFetchingNextPage' | 'isFetchNextPageError' | 'fetchNextPage'
>;

export function OlderButton({ query }: { readonly query: Pages }) {
  if (!query.hasNextPage) return null;
  return (
    <div className="flex justify-center border-t border-line p-3">
      <Button
        variant="ghost"
        isLoading={query.isFetchingNextPage}
        onClick={() => void query.fetchNextPage()}
      >
        {query.isFetchNextPageError ? 'Try again' : 'Show older'}
      </Button>
    </div>
  );
}

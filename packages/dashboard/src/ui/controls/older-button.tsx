/** Below a list that is loaded page by page: loads the next page. */
import type { UseInfiniteQueryResult } from '@tanstack/react-query';
import { Button } from './button.tsx';

type Pages = Pick<
  UseInfiniteQueryResult,
  'hasNextPage' | 'isFetchingNextPage' | 'isFetchNextPageError' | 'fetchNextPage'
>;

export function OlderButton({
  query,
  label = 'Show older',
}: {
  readonly query: Pages;
  /** Where the next page isn't older. */
  readonly label?: string;
}) {
  if (!query.hasNextPage) return null;
  return (
    <div className="flex justify-center border-t border-line p-3">
      <Button
        variant="ghost"
        isLoading={query.isFetchingNextPage}
        onClick={() => void query.fetchNextPage()}
      >
        {query.isFetchNextPageError ? 'Try again' : label}
      </Button>
    </div>
  );
}

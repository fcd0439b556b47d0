/**
 * Answers while somebody types: asked when the typing rests, older questions given up, the last answer
 * kept until the next one is there. A whole name is answered by itself; its other endings follow.
 */
import type { DashboardOutput } from '@hostmaster/contract/dashboard';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useWorkspace } from '../../api/use-workspace.ts';
import { explainName } from './explain-name.ts';

export type SearchAnswer = DashboardOutput<'searchDomains'>;
export type SearchResult = SearchAnswer['results'][number];

const restMs = 180;

export function useNameSearch(text: string) {
  const { api, workspaceId } = useWorkspace();
  const wanted = useRested(text.trim());
  const asked = (words: string) => ({
    queryKey: [workspaceId, 'search', words],
    queryFn: ({ signal }: { signal: AbortSignal }) =>
      api.searchDomains({ query: words }, { signal }),
  });
  const query = useQuery({
    ...asked(wanted),
    enabled: wanted !== '' && explainName(wanted) === null,
    placeholderData: keepPreviousData,
  });
  const isCurrent = wanted === text.trim() && query.isSuccess && !query.isPlaceholderData;
  const exact = isCurrent && query.data.results.length === 1 ? query.data.results[0] : undefined;
  const label = query.data?.label ?? '';
  const others = useQuery({ ...asked(label), enabled: exact !== undefined && label !== '' });
  return {
    query,
    /** The answer is about what is typed now. */
    isCurrent,
    /** The whole name that was typed. */
    exact,
    others: exact && others.data?.results.filter(({ domain }) => domain !== exact.domain),
  };
}

/** The value once it has not changed for a moment; nothing typed takes effect at once. */
function useRested(value: string): string {
  const [rested, setRested] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setRested(value), value === '' ? 0 : restMs);
    return () => clearTimeout(timer);
  }, [value]);
  return rested;
}

/**
 * Reloads what the pages of a workspace show when something changes there, in this browser or
 * elsewhere. One visible tab of the browser waits for events and tells the others; when it is closed
 * or hidden, another tab takes its place. Browsers offer locks to secure pages only.
 */
import { HostmasterError } from '@hostmaster/sdk';
import type { Query } from '@tanstack/react-query';
import { useEffect } from 'react';
import { workspaceClient } from './client.ts';
import { queryClient } from './query-client.ts';

/** Less than the client's own limit for an answer. */
const wait = '25s';
const retryMs = 5_000;
/** After a refusal: the session may have ended. */
const refusedMs = 60_000;
const mutationMs = 500;
/** How often to look in spite of events, which can be late. */
const safetyMs = 10_000;

const canWait = 'locks' in navigator;

/** Queries that no event is about. */
const unaffected = new Set(['search', 'quote', 'contacts', 'workspace', 'mails', 'top-up']);

interface News {
  readonly cursor: string;
  readonly count: number;
  readonly domains: readonly string[];
}

export function useLiveUpdates(workspaceId: string): void {
  useEffect(() => (canWait ? follow(workspaceId) : undefined), [workspaceId]);
}

/** The interval of a query that waits for something: seldom where events announce it. */
export function pollMs(withoutEventsMs: number): number {
  return canWait ? safetyMs : withoutEventsMs;
}

/** Returns the function that ends it. */
function follow(workspaceId: string): () => void {
  const name = `hostmaster events ${workspaceId}`;
  const tabs = new BroadcastChannel(name);
  let cursor = 'latest';
  let turn = new AbortController();
  const take = (news: News) => {
    cursor = news.cursor;
    if (news.count > 0) refresh(workspaceId, news.domains);
  };
  const lead = async (signal: AbortSignal) => {
    while (!signal.aborted) {
      try {
        const news = await next(workspaceId, { cursor, signal });
        take(news);
        tabs.postMessage(news);
      } catch (error) {
        const isRefused = error instanceof HostmasterError;
        // It is no longer kept, or the data was restored from a backup.
        if (isRefused && (error.status === 410 || error.status === 400)) cursor = 'latest';
        await pause(isRefused ? refusedMs : retryMs, signal);
      }
    }
  };
  const begin = () => {
    turn.abort();
    if (document.visibilityState !== 'visible') return;
    turn = new AbortController();
    const { signal } = turn;
    // Rejects when the turn ends before the lock was free.
    navigator.locks.request(name, { signal }, () => lead(signal)).catch(() => {});
  };
  tabs.addEventListener('message', ({ data }: MessageEvent<News>) => take(data));
  document.addEventListener('visibilitychange', begin);
  begin();
  return () => {
    document.removeEventListener('visibilitychange', begin);
    turn.abort();
    tabs.close();
  };
}

async function next(
  workspaceId: string,
  { cursor, signal }: { readonly cursor: string; readonly signal: AbortSignal },
): Promise<News> {
  const client = workspaceClient(workspaceId);
  const page = await client.listEvents({ after: cursor, wait }, { signal });
  return {
    cursor: page.cursor,
    count: page.events.length,
    domains: page.events.flatMap(({ domain }) => domain ?? []),
  };
}

/** Not in the middle of a change of this page, which shows its result before the answer comes. */
function refresh(workspaceId: string, domains: readonly string[]): void {
  if (queryClient.isMutating() > 0) {
    setTimeout(() => refresh(workspaceId, domains), mutationMs);
    return;
  }
  const predicate = ({ queryKey: [owner, kind, domain] }: Query) =>
    owner === workspaceId &&
    !unaffected.has(String(kind)) &&
    (kind !== 'domain' || domains.includes(String(domain)));
  for (const query of queryClient.getQueryCache().findAll({ predicate })) askAgain(query);
  void queryClient.invalidateQueries({ predicate });
}

/** The first answer, if it is still on its way, may be older than the event. */
function askAgain({ queryKey, state, promise }: Query): void {
  if (state.data !== undefined || state.fetchStatus === 'idle') return;
  promise?.then(
    () => queryClient.invalidateQueries({ queryKey, exact: true }),
    () => {},
  );
}

async function pause(ms: number, signal: AbortSignal): Promise<void> {
  if (signal.aborted) return;
  const { promise, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, ms);
  signal.addEventListener('abort', () => resolve(), { once: true });
  await promise;
  clearTimeout(timer);
}

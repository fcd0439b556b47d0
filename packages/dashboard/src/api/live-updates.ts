/**
 * Reloads what the pages of a workspace show when something changes there, in this browser or
 * elsewhere. One visible tab of the browser waits for events and tells the others; when it is closed
 * or hidden, another tab takes its place. Browsers offer locks to secure pages only.
 *
 * No event is missed: a tab knows a position in the stream before it asks for data. When the others
 * are at another one, it reloads everything.
 */
import { HostmasterError } from '@hostmaster/sdk';
import type { Query } from '@tanstack/react-query';
import { useEffect } from 'react';
import { workspaceClient } from './client.ts';
import { queryClient } from './query-client.ts';
import type { Session } from './session-store.ts';

/** Less than the client's own limit for an answer. */
const wait = '25s';
const retryMs = 5_000;
/** After a refusal: the session may have ended. */
const refusedMs = 60_000;
const mutationMs = 500;
/** How often to look in spite of events, which can be late. */
const safetyMs = 30_000;

const canWait = 'locks' in navigator;

/** What a new tab says: the leading one tells it its position. */
const hello = 'hello';

/** Queries that no event is about. */
const unaffected = new Set(['search', 'quote', 'contacts', 'workspace', 'mails', 'top-up']);

/** What one tab tells the others. */
interface News {
  /** The positions before and after these events; they are the same when nothing happened. */
  readonly after: string | undefined;
  readonly cursor: string;
  readonly domains: readonly string[] | 'all';
}

/** Position of this tab in the stream of each workspace that it has opened. */
const positions = new Map<string, string>();

/** For the router, before a page of the workspace asks for its data. */
export function startFrom({ id, eventsCursor }: Session['workspaces'][number]): void {
  if (eventsCursor !== null && !positions.has(id)) positions.set(id, eventsCursor);
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
  let turn = new AbortController();
  let isLeading = false;
  const take = (news: News) => {
    const position = positions.get(workspaceId);
    positions.set(workspaceId, news.cursor);
    if (position !== news.after) refresh(workspaceId, 'all');
    else if (news.cursor !== news.after) refresh(workspaceId, news.domains);
  };
  const lead = async (signal: AbortSignal) => {
    isLeading = true;
    while (!signal.aborted) {
      try {
        const news = await next(workspaceId, signal);
        take(news);
        tabs.postMessage(news);
      } catch (error) {
        await pause(error instanceof HostmasterError ? refusedMs : retryMs, signal);
      }
    }
    isLeading = false;
  };
  const begin = () => {
    turn.abort();
    if (document.visibilityState !== 'visible') return;
    turn = new AbortController();
    const { signal } = turn;
    // Rejects when the turn ends before the lock was free.
    navigator.locks.request(name, { signal }, () => lead(signal)).catch(() => {});
  };
  const answer = () => {
    const cursor = positions.get(workspaceId);
    if (isLeading && cursor !== undefined) tabs.postMessage({ after: cursor, cursor, domains: [] });
  };
  tabs.addEventListener('message', ({ data }: MessageEvent<News | typeof hello>) =>
    data === hello ? answer() : take(data),
  );
  document.addEventListener('visibilitychange', begin);
  tabs.postMessage(hello);
  begin();
  return () => {
    document.removeEventListener('visibilitychange', begin);
    turn.abort();
    tabs.close();
  };
}

async function next(workspaceId: string, signal: AbortSignal): Promise<News> {
  const client = workspaceClient(workspaceId);
  const after = positions.get(workspaceId);
  if (after === undefined) {
    const { cursor } = await client.listEvents({ after: 'latest' }, { signal });
    return { after, cursor, domains: 'all' };
  }
  try {
    const { cursor, events } = await client.listEvents({ after, wait }, { signal });
    return { after, cursor, domains: events.flatMap(({ domain }) => domain ?? []) };
  } catch (error) {
    if (!isUnknownPosition(error)) throw error;
    positions.delete(workspaceId);
    return next(workspaceId, signal);
  }
}

/** It is no longer kept, or the data was restored from a backup. */
function isUnknownPosition(error: unknown): boolean {
  return error instanceof HostmasterError && (error.status === 410 || error.status === 400);
}

/** Not in the middle of a change of this page, which shows its result before the answer comes. */
function refresh(workspaceId: string, domains: News['domains']): void {
  if (queryClient.isMutating() > 0) {
    setTimeout(() => refresh(workspaceId, domains), mutationMs);
    return;
  }
  const predicate = ({ queryKey: [owner, kind, domain] }: Query) =>
    owner === workspaceId &&
    !unaffected.has(String(kind)) &&
    (kind !== 'domain' || domains === 'all' || domains.includes(String(domain)));
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

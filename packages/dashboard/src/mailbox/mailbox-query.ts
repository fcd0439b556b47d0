/** The sandbox's mailbox, and which of its mails are new. */
import type { DashboardOutput } from '@hostmaster/contract/dashboard';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useCallback, useSyncExternalStore } from 'react';
import { browserStorage } from '../api/browser-storage.ts';
import { workspaceClient } from '../api/client.ts';
import { useSession } from '../api/session.ts';
import { useWorkspace } from '../api/use-workspace.ts';
import { useHasActed } from '../ui/use-has-acted.ts';

export type Mail = DashboardOutput<'listMails'>['mails'][number];

/** Mails arrive a moment after what caused them. */
const pollMs = 5_000;
/** The storage tells other tabs of a change, but not the tab that made it. */
const seenEvent = 'mailbox-seen';

export function mailboxQuery(workspaceId: string) {
  return queryOptions({
    queryKey: [workspaceId, 'mails'],
    queryFn: async ({ signal }): Promise<readonly Mail[]> =>
      (await workspaceClient(workspaceId).listMails({}, { signal })).mails,
    refetchInterval: pollMs,
  });
}

/** The number of mails since the mailbox was last open; 0 where mail is sent. */
export function useUnreadMails(): number {
  const { service } = useSession();
  const { workspaceId } = useWorkspace();
  // No first visit waits for a badge.
  const isShown = useHasActed() && service.hasMailbox;
  const { data = [] } = useQuery({ ...mailboxQuery(workspaceId), enabled: isShown });
  const key = useSeenKey();
  const seen = useSyncExternalStore(subscribe, () => browserStorage.get(key)) ?? '';
  return data.filter(({ id }) => id > seen).length;
}

/** Remembers the newest mail that was shown. Ids sort by time. */
export function useMarkSeen(): (mails: readonly Mail[]) => void {
  const key = useSeenKey();
  return useCallback(
    (mails) => {
      const [newest] = mails;
      if (newest === undefined || newest.id <= (browserStorage.get(key) ?? '')) return;
      browserStorage.set(key, newest.id);
      window.dispatchEvent(new Event(seenEvent));
    },
    [key],
  );
}

function useSeenKey(): string {
  const { account } = useSession();
  const { workspaceId } = useWorkspace();
  return `mailbox-seen ${account.id} ${workspaceId}`;
}

function subscribe(onChange: () => void): () => void {
  window.addEventListener('storage', onChange);
  window.addEventListener(seenEvent, onChange);
  return () => {
    window.removeEventListener('storage', onChange);
    window.removeEventListener(seenEvent, onChange);
  };
}

/** The sandbox's mailbox. Only its own page reads it. */
import type { DashboardOutput } from '@hostmaster/contract/dashboard';
import { queryOptions } from '@tanstack/react-query';
import { workspaceClient } from '../../api/client.ts';

export type Mail = DashboardOutput<'listMails'>['mails'][number];

/** Mails arrive a moment after what caused them. */
const pollMs = 5_000;

export function mailboxQuery(workspaceId: string) {
  return queryOptions({
    queryKey: [workspaceId, 'mails'],
    queryFn: async ({ signal }): Promise<readonly Mail[]> =>
      (await workspaceClient(workspaceId).listMails({}, { signal })).mails,
    refetchInterval: pollMs,
  });
}

/** Members and open invitations of a workspace. */
import type { DashboardOutput } from '@hostmaster/contract/dashboard';
import { queryOptions } from '@tanstack/react-query';
import { workspaceClient } from '../../api/client.ts';

type MemberList = DashboardOutput<'listMembers'>;
export type Member = MemberList['members'][number];
export type MemberKey = DashboardOutput<'listMemberKeys'>['keys'][number];
export type Invitation = MemberList['invitations'][number];

export function membersQuery(workspaceId: string) {
  return queryOptions({
    queryKey: [workspaceId, 'members'],
    queryFn: ({ signal }) => workspaceClient(workspaceId).listMembers({}, { signal }),
  });
}

export function memberKeysQuery(workspaceId: string, userId: string) {
  return queryOptions({
    queryKey: [workspaceId, 'members', userId, 'keys'],
    queryFn: async ({ signal }) =>
      (await workspaceClient(workspaceId).listMemberKeys({ userId }, { signal })).keys,
  });
}

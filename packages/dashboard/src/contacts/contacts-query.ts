/** The saved contacts of a workspace. */
import { queryOptions } from '@tanstack/react-query';
import { workspaceClient } from '../api/client.ts';
import type { SavedContact } from './contact-values.ts';

function contactsKey(workspaceId: string) {
  return [workspaceId, 'contacts'] as const;
}

export function contactsQuery(workspaceId: string) {
  return queryOptions({
    queryKey: contactsKey(workspaceId),
    queryFn: async ({ signal }): Promise<readonly SavedContact[]> =>
      (await workspaceClient(workspaceId).listContacts({}, { signal })).contacts,
  });
}

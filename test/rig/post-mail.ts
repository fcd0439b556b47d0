/** Writes a notice to a workspace, as a change that causes it does. */
import { persist } from '../../packages/server/src/changes/persist.ts';
import { mailTo } from '../../packages/server/src/notices/new-mail.ts';
import type { Notice } from '../../packages/server/src/notices/notice.ts';
import { findWorkspaceEmail } from '../../packages/server/src/storage/queries/workspaces/workspaces.ts';
import type { HostmasterDatabase } from '../../packages/server/src/storage/schema.ts';

export function postMail(
  database: HostmasterDatabase,
  { workspaceId, notice }: { readonly workspaceId: string; readonly notice: Notice },
): Promise<void> {
  return persist(database, {
    keys: [],
    owner: workspaceId,
    commit: 'shared',
    load: (reader) => reader.first(findWorkspaceEmail, { id: workspaceId }),
    decide(workspace) {
      const recipient = workspace?.email ?? null;
      const mail = mailTo({ workspaceId, recipient, at: Date.now(), notice });
      return { answer: undefined, change: { mails: [mail] } };
    },
  });
}

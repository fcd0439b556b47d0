/** Creates a TSIG key for DNS UPDATE of domains and mails the workspace about it. */
import type { SecretBox } from '../../base/secret-box.ts';
import { combine } from '../../changes/change.ts';
import { changeWork, ofWorkspace } from '../../changes/persist.ts';
import { coverageText } from '../../facts/keys.ts';
import { newKeyMails, updateKeyCreated } from '../../notices/key-notices.ts';
import { createUpdateKey, type NewUpdateKey } from '../../workspaces/update-keys.ts';
import { type KeyCall, loadForKey, requireRoomForKey } from './issue-api-key.ts';

/** The caller has checked that the workspace has the domains. */
export function issueUpdateKey(
  call: KeyCall & { readonly secrets: SecretBox },
  input: NewUpdateKey,
) {
  const { actor, now: at, secrets, links } = call;
  const { workspaceId } = actor;
  return changeWork({
    ...ofWorkspace(workspaceId),
    load: (reader) => loadForKey(reader, call, 'updateKeys'),
    decide({ used, addresses }) {
      requireRoomForKey(call, 'updateKeys', used);
      const { answer, change } = createUpdateKey({ actor, at, secrets, input });
      const domains = coverageText(input.domainNames);
      const notice = updateKeyCreated(links, { workspaceId, name: answer.name, domains });
      const mails = newKeyMails(addresses, { workspaceId, at, notice });
      return { answer, change: combine(change, { mails }) };
    },
  });
}

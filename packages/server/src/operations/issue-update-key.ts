/** Creates a TSIG key for DNS UPDATE of domains and mails the workspace about it. */
import type { TsigAlgorithm } from '@hostmaster/dns/node';
import type { SecretBox } from '../base/secret-box.ts';
import { coverageText } from '../facts/keys.ts';
import { mailNewKey, updateKeyCreated } from '../mail/key-notices.ts';
import type { HostmasterTx } from '../storage/schema.ts';
import { createUpdateKey, type NewUpdateKey } from '../workspaces/update-keys.ts';
import { type KeyCall, requireRoomForKey } from './issue-api-key.ts';

/** The caller has checked that the workspace has the domains. */
export async function issueUpdateKey(
  tx: HostmasterTx,
  call: KeyCall & { readonly secrets: SecretBox },
  input: NewUpdateKey,
): Promise<{ name: string; algorithm: TsigAlgorithm; secret: string }> {
  const { actor, now: at, secrets } = call;
  await requireRoomForKey(tx, call, 'updateKeys');
  const created = await createUpdateKey(tx, { actor, at, secrets, input });
  const { workspaceId } = actor;
  const facts = { workspaceId, name: created.name, domains: coverageText(input.domainNames) };
  await mailNewKey(tx, { creator: actor, at, notice: updateKeyCreated(call.links, facts) });
  return created;
}

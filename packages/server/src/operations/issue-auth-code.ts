/**
 * POST /v1/domains/{domain}/auth-code. Each call sets a new code, which a job sends to the registry.
 * It is shown once, stored encrypted, and replaced when it expires.
 */
import { isoTime } from '../base/iso-time.ts';
import { authCodeIssued } from '../mail/transfer-notices.ts';
import { loadForChange } from './loading.ts';
import { mailOwner } from './mail-owner.ts';
import { applyOperation } from './operation.ts';
import { replaceAuthCode } from './prepare-transfer-out.ts';
import {
  lockStateOf,
  requireNoTransferOut,
  requireRegistered,
  requireUnlocked,
} from './transfer-lock.ts';

export const issueAuthCode = applyOperation('issueAuthCode', {
  parse: (input) => input,

  async apply(tx, call, { domain: pathName }) {
    const domain = await loadForChange(tx, call, pathName);
    requireUnlocked(await lockStateOf(tx, call, domain));
    requireRegistered(domain);
    requireNoTransferOut(domain);
    const { secrets, rules, links } = call.services;
    const { authCode, expiresAt } = await replaceAuthCode(tx, call, { domain, secrets, rules });
    const { workspaceId, name } = domain;
    const facts = { workspaceId, name, expiresAt, changeId: call.operationId };
    await mailOwner(tx, { domain, at: call.now, notice: authCodeIssued(links, facts) });
    return { authCode, expiresAt: isoTime(expiresAt) };
  },
});

/**
 * POST /v1/domains/{domain}/auth-code. Each call sets a new code, which a job sends to the registry.
 * It is shown once, stored encrypted, and replaced when it expires.
 */
import { isoTime } from '../../base/iso-time.ts';
import { combine } from '../../changes/change.ts';
import { authCodeIssued } from '../../notices/transfer-notices.ts';
import { loadSigned, transferSigned } from '../dnssec/leave-signed.ts';
import { assertChangeable, domainKey } from '../loading.ts';
import { changeOperation } from '../operation.ts';
import { mailOwner } from './mail-owner.ts';
import { replaceAuthCode } from './prepare-transfer-out.ts';
import {
  loadLock,
  lockStateOf,
  requireNoTransferOut,
  requireRegistered,
  requireUnlocked,
} from './transfer-lock.ts';

export const issueAuthCode = changeOperation('issueAuthCode', {
  parse: (input) => input,

  keys: ({ domain }) => [domainKey(domain)],
  commit: 'shared',

  async load(reader, call, input) {
    const loaded = await loadLock(reader, call, input.domain);
    const { rules } = call.services;
    return { ...loaded, signed: await loadSigned(reader, loaded.domain, rules) };
  },

  decide(call, _input, { domain, moves, workspaceEmail, signed }) {
    assertChangeable(domain);
    requireUnlocked(lockStateOf(call, domain, moves));
    requireRegistered(domain);
    requireNoTransferOut(domain);
    const { authCode, expiresAt, change } = replaceAuthCode(call, domain, call.services);
    const { workspaceId, name } = domain;
    const facts = { workspaceId, name, expiresAt, changeId: call.operationId };
    const notice = authCodeIssued(call.services.links, facts);
    const mails = mailOwner({ domain, workspaceEmail, at: call.now, notice });
    return {
      answer: { authCode, expiresAt: isoTime(expiresAt) },
      change: combine(change, { mails }, transferSigned(call, domain, signed)),
    };
  },
});

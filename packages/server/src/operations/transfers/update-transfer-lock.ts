/** PATCH /v1/domains/{domain}/transfer-lock. A job sends it to the registry; the owner gets a mail. */
import { invalidRequest } from '../../base/errors.ts';
import { combine, noChange } from '../../changes/change.ts';
import { normaliseDomainName } from '../../domains/domain-name.ts';
import { transferLockChanged } from '../../notices/transfer-notices.ts';
import { assertChangeable, domainKey } from '../loading.ts';
import { changeOperation } from '../operation.ts';
import { mailOwner } from './mail-owner.ts';
import { setTransferLock } from './prepare-transfer-out.ts';
import {
  loadLock,
  lockStateOf,
  lockView,
  requireRegistered,
  requireUnbarred,
} from './transfer-lock.ts';

export const updateTransferLock = changeOperation('updateTransferLock', {
  parse(input, call) {
    const name = normaliseDomainName(input.domain);
    if (input.locked && name !== null) {
      const { transferLock } = call.services.registrar.capabilitiesFor(name);
      if (!transferLock) {
        throw invalidRequest({
          path: 'locked',
          message: 'must be false: the registry of this name has no transfer lock',
        });
      }
    }
    return input;
  },

  keys: ({ domain }) => [domainKey(domain)],
  commit: 'shared',

  load: (reader, call, { domain }) => loadLock(reader, call, domain),

  decide(call, { locked }, { domain, moves, workspaceEmail }) {
    assertChangeable(domain);
    const state = lockStateOf(call, domain, moves);
    if (state.isLocked === locked) return { answer: lockView(state), change: noChange };
    if (!locked) requireUnbarred(state);
    requireRegistered(domain);
    const { workspaceId, name } = domain;
    const facts = { workspaceId, name, isLocked: locked, changeId: call.operationId };
    const notice = transferLockChanged(call.services.links, facts);
    const mails = mailOwner({ domain, workspaceEmail, at: call.now, notice });
    return {
      answer: lockView({ ...state, isLocked: locked }),
      change: combine(setTransferLock(call, domain, locked), { mails }),
    };
  },
});

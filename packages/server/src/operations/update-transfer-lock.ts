/** PATCH /v1/domains/{domain}/transfer-lock. A job sends it to the registry; the owner gets a mail. */
import { invalidRequest } from '../base/errors.ts';
import { normaliseDomainName } from '../domains/domain-name.ts';
import { transferLockChanged } from '../mail/transfer-notices.ts';
import { loadForChange } from './loading.ts';
import { mailOwner } from './mail-owner.ts';
import { applyOperation } from './operation.ts';
import { setTransferLock } from './prepare-transfer-out.ts';
import { lockStateOf, lockView, requireRegistered, requireUnbarred } from './transfer-lock.ts';

export const updateTransferLock = applyOperation('updateTransferLock', {
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

  async apply(tx, call, { domain: pathName, locked }) {
    const domain = await loadForChange(tx, call, pathName);
    const state = await lockStateOf(tx, call, domain);
    if (state.isLocked === locked) return lockView(state);
    if (!locked) requireUnbarred(state);
    requireRegistered(domain);
    await setTransferLock(tx, call, { domain, isLocked: locked });
    const { workspaceId, name } = domain;
    const facts = { workspaceId, name, isLocked: locked, changeId: call.operationId };
    const notice = transferLockChanged(call.services.links, facts);
    await mailOwner(tx, { domain, at: call.now, notice });
    return lockView({ ...state, isLocked: locked });
  },
});

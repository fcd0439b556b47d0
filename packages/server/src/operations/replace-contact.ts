/**
 * PUT /v1/domains/{domain}/contact. The whole contact is replaced. A job sends it to the registry; the
 * domain keeps its confirmed contact until then. The activity entry is the record of consent: who
 * agreed to the change on behalf of the old and the new registrant, and when.
 */
import { isDeepStrictEqual } from 'node:util';
import { Refusal } from '../base/errors.ts';
import { changedFields } from '../domains/owner-change.ts';
import { contactSendKey, enqueueConvergence } from '../fulfilment/job-kinds.ts';
import { raiseDesiredRevision } from '../storage/queries/domains.ts';
import {
  deleteOwnerChange,
  findOwnerChange,
  setOwnerChange,
} from '../storage/queries/owner-changes.ts';
import { listSendsToward } from '../storage/queries/sends.ts';
import type { HostmasterTx } from '../storage/schema.ts';
import type { OwnerChange } from '../storage/tables/owner-changes.ts';
import { recordFact } from '../workspaces/activity.ts';
import { loadForChange } from './loading.ts';
import { applyOperation } from './operation.ts';
import { normaliseContact } from './register-domain.ts';
import { isPending } from './views.ts';

export const replaceContact = applyOperation('replaceContact', {
  parse: (input) => ({ domain: input.domain, contact: normaliseContact(input.contact) }),

  async apply(tx, call, { domain: pathName, contact }) {
    const domain = await loadForChange(tx, call, pathName);
    const { id: domainId } = domain;
    const waiting = await tx.first(findOwnerChange, { domainId });
    const shown = waiting?.contact ?? domain.contact;
    if (isDeepStrictEqual(shown, contact)) {
      return { contact, pending: waiting !== undefined || isPending(domain) };
    }
    if (waiting !== undefined) await requireUnsent(tx, waiting);
    const isUndone = isDeepStrictEqual(domain.contact, contact);
    if (isUndone) await tx.run(deleteOwnerChange, { domainId });
    else {
      const { operationId: id, now: requestedAt } = call;
      await tx.run(setOwnerChange, { domainId, id, contact, requestedAt });
      // A registration that is under way compares the revision when it is confirmed.
      await tx.run(raiseDesiredRevision, { id: domainId });
      if (!isPending(domain)) await enqueueConvergence(tx, { domainId });
    }
    recordFact(tx, {
      id: call.operationId,
      at: call.now,
      actor: call.actor,
      fact: {
        kind: 'domain.contact',
        domain: domain.name,
        fields: changedFields(shown, contact),
        consent: true,
      },
    });
    return { contact, pending: !isUndone || isPending(domain) };
  },
});

/** The registry may have carried it out already, so it cannot be replaced before the outcome is known. */
async function requireUnsent(tx: HostmasterTx, change: OwnerChange): Promise<void> {
  const { domainId } = change;
  const expected = contactSendKey(change);
  const sends = await tx.all(listSendsToward, { domainId, command: 'update', expected });
  if (sends.length === 0) return;
  throw new Refusal(
    'contact_change_pending',
    'The registry has not decided on the previous change of the registrant. Try again when it is no longer pending.',
  );
}

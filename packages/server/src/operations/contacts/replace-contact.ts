/**
 * PUT /v1/domains/{domain}/contact. The whole contact is replaced. A job sends it to the registry; the
 * domain keeps its confirmed contact until then. The activity entry is the record of consent: who
 * agreed to the change on behalf of the old and the new registrant, and when.
 */

import { isDeepStrictEqual } from 'node:util';
import { loadList } from '@hostmaster/storage';
import { Refusal } from '../../base/errors.ts';
import { type Change, noChange } from '../../changes/change.ts';
import { contactSendKey, convergenceJob } from '../../changes/job-kinds.ts';
import { changedFields } from '../../domains/owner-change.ts';
import { happened } from '../../facts/fact.ts';
import { findOwnerChange } from '../../storage/queries/contacts/owner-changes.ts';
import { listSendsToward } from '../../storage/queries/registry/sends.ts';
import { insert, remove, update } from '../../storage/row-write.ts';
import type { HostmasterReader } from '../../storage/schema.ts';
import { type OwnerChange, ownerChanges } from '../../storage/tables/contacts/owner-changes.ts';
import {
  type Domain,
  domains,
  type RegistrantContact,
} from '../../storage/tables/domains/domains.ts';
import { assertChangeable, domainKey, loadLocked } from '../loading.ts';
import { type Call, changeOperation } from '../operation.ts';
import { normaliseContact } from '../registration/register-domain.ts';
import { isPending } from '../views.ts';

export const replaceContact = changeOperation('replaceContact', {
  parse: (input) => ({ domain: input.domain, contact: normaliseContact(input.contact) }),

  keys: ({ domain }) => [domainKey(domain)],
  commit: 'shared',

  async load(reader, call, { domain: pathName }) {
    const domain = await loadLocked(reader, call, pathName);
    return { domain, waiting: await loadWaiting(reader, domain) };
  },

  decide(call, { contact }, { domain, waiting }) {
    assertChangeable(domain);
    const shown = waiting?.change.contact ?? domain.owner.contact;
    if (isDeepStrictEqual(shown, contact)) {
      const pending = waiting !== null || isPending(domain);
      return { answer: { contact, pending }, change: noChange };
    }
    if (waiting !== null) requireUnsent(waiting);
    const isUndone = isDeepStrictEqual(domain.owner.contact, contact);
    const fact = happened(call, {
      kind: 'domain.contact',
      domain: domain.name,
      fields: changedFields(shown, contact),
      consent: true,
    });
    const written = isUndone
      ? { rows: [remove(ownerChanges, { domainId: domain.id })] }
      : request(call, domain, { contact, isFirst: waiting === null });
    return {
      answer: { contact, pending: !isUndone || isPending(domain) },
      change: { ...written, facts: [fact] },
    };
  },
});

interface WaitingChange {
  readonly change: OwnerChange;
  readonly isSent: boolean;
}

async function loadWaiting(
  reader: HostmasterReader,
  { id: domainId }: Domain,
): Promise<WaitingChange | null> {
  const change = await reader.first(findOwnerChange, { domainId });
  if (change === undefined) return null;
  const expected = contactSendKey(change);
  const sends = await loadList(reader, listSendsToward, { domainId, command: 'update', expected });
  return { change, isSent: sends.length > 0 };
}

/** The registry may have carried it out already, so it cannot be replaced before the outcome is known. */
function requireUnsent({ isSent }: WaitingChange): void {
  if (!isSent) return;
  throw new Refusal(
    'contact_change_pending',
    'The registry has not decided on the previous change of the registrant. Try again when it is no longer pending.',
  );
}

function request(
  { operationId: id, now: requestedAt }: Call,
  domain: Domain,
  wanted: { readonly contact: RegistrantContact; readonly isFirst: boolean },
): Change {
  const { id: domainId } = domain;
  const { desiredRevision } = domain.registry;
  const change = { id, contact: wanted.contact, requestedAt };
  return {
    rows: [
      wanted.isFirst
        ? insert(ownerChanges, { domainId, ...change })
        : update(ownerChanges, { domainId }, change),
      // A registration that is under way compares the revision when it is confirmed.
      update(domains, { id: domainId }, { desiredRevision: desiredRevision + 1 }),
    ],
    jobs: isPending(domain) ? [] : [convergenceJob({ domainId })],
  };
}

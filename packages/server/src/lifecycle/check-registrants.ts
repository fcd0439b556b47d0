/**
 * Lets domains know whether their registrant has confirmed the address: when the time is over, and when
 * the address is confirmed after all. An address may be that of many domains, which are handled one by
 * one; how far that has come is part of each change, so any process continues after a crash.
 */
import { type Change, combine, noChange } from '../changes/change.ts';
import { persist } from '../changes/persist.ts';
import { addressOf } from '../operations/contacts/ask-registrant.ts';
import { holdUnconfirmed, liftUnconfirmed } from '../operations/contacts/registrant-hold.ts';
import type { LoadedHold } from '../operations/domains/hold-domain.ts';
import {
  listDueAddresses,
  listRegistrants,
  lockDueAddress,
} from '../storage/queries/contacts/registrant-addresses.ts';
import { findHold } from '../storage/queries/domains/domain-holds.ts';
import { lockDomainById } from '../storage/queries/domains/domains.ts';
import { findWorkspaceEmail } from '../storage/queries/workspaces/workspaces.ts';
import { update } from '../storage/row-write.ts';
import type { HostmasterReader } from '../storage/schema.ts';
import {
  type RegistrantAddress,
  registrantAddresses,
} from '../storage/tables/contacts/registrant-addresses.ts';
import { lifecycleFact } from './due-domain.ts';
import type { LifecycleServices } from './lifecycle-services.ts';

/** Changes of one sweep; addresses take turns. */
const changesMax = 100;
const pageSize = 20;

/** Returns how many changes were made. `now` is calendar time. */
export async function checkRegistrants(services: LifecycleServices, now: number): Promise<number> {
  let made = 0;
  while (made < changesMax) {
    const due = await services.database.all(listDueAddresses, { now, limit: changesMax - made });
    let handled = 0;
    for (const entry of due) {
      if (await checkNext(services, { ...entry, now })) handled += 1;
    }
    made += handled;
    // The remaining addresses are locked by another process, which handles them.
    if (handled === 0) break;
  }
  return made;
}

type DueAddress = Pick<RegistrantAddress, 'workspaceId' | 'address'> & { readonly now: number };

/** The next domain with the address, or the end of a page without one. */
type Step =
  | { readonly kind: 'domain'; readonly loaded: LoadedHold }
  | { readonly kind: 'page'; readonly walkedTo: string }
  | { readonly kind: 'end' };

function checkNext(services: LifecycleServices, due: DueAddress): Promise<boolean> {
  return persist(services.database, {
    keys: [`registrant ${due.workspaceId} ${due.address}`],
    owner: due.workspaceId,
    commit: 'alone',
    async load(reader) {
      const row = await reader.first(lockDueAddress, due);
      return row === undefined ? null : { row, step: await loadStep(reader, row) };
    },
    decide(loaded) {
      if (loaded === null) return { answer: false, change: noChange };
      return { answer: true, change: changeFor(services, { ...loaded, now: due.now }) };
    },
  });
}

async function loadStep(reader: HostmasterReader, row: RegistrantAddress): Promise<Step> {
  const { workspaceId, address, walkedTo } = row;
  const page = await reader.all(listRegistrants, { workspaceId, after: walkedTo, limit: pageSize });
  const next = page.find(({ owner: { contact } }) => addressOf(contact) === address);
  const last = page.at(-1);
  if (next === undefined) {
    const isEnd = last === undefined || page.length < pageSize;
    return isEnd ? { kind: 'end' } : { kind: 'page', walkedTo: last.id };
  }
  const [domain, before, workspace] = await Promise.all([
    reader.first(lockDomainById, { id: next.id }),
    reader.first(findHold, { domainId: next.id }),
    reader.first(findWorkspaceEmail, { id: workspaceId }),
  ]);
  const isSame = domain?.state === 'live' && addressOf(domain.owner.contact) === address;
  if (!isSame) return { kind: 'page', walkedTo: next.id };
  return { kind: 'domain', loaded: { domain, before, workspaceEmail: workspace?.email ?? null } };
}

interface LoadedCheck {
  readonly row: RegistrantAddress;
  readonly step: Step;
  readonly now: number;
}

function changeFor(services: LifecycleServices, { row, step, now }: LoadedCheck): Change {
  const overdueAt = row.confirmedAt === null ? (row.overdueAt ?? now) : null;
  const { workspaceId, address } = row;
  const walked = (set: Partial<RegistrantAddress>): Change => ({
    rows: [update(registrantAddresses, { workspaceId, address }, { overdueAt, ...set })],
  });
  switch (step.kind) {
    case 'end':
      return walked({ dueAt: null, walkedTo: '' });
    case 'page':
      return walked({ walkedTo: step.walkedTo });
    case 'domain': {
      const { domain } = step.loaded;
      const isConfirmed = row.confirmedAt !== null;
      const kind = isConfirmed ? 'domain.registrant_confirmed' : 'domain.registrant_unconfirmed';
      const fact = lifecycleFact({ domain, now }, { kind, domain: domain.name });
      return combine(
        walked({ walkedTo: domain.id }),
        { facts: [fact] },
        holdChange(services, step.loaded, { isConfirmed, at: now }),
      );
    }
  }
}

function holdChange(
  { operations, links }: LifecycleServices,
  loaded: LoadedHold,
  { isConfirmed, at }: { readonly isConfirmed: boolean; readonly at: number },
): Change {
  if (isConfirmed) return liftUnconfirmed(loaded, { at, links });
  const { unconfirmedRegistrant } = operations.rules;
  return unconfirmedRegistrant === 'hold' ? holdUnconfirmed(loaded, { at, links }) : noChange;
}

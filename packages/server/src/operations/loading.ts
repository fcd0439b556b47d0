/** Loads the domain named in a path, and checks whether it may be changed. */

import type { OneQuery } from '@hostmaster/storage';
import { domainNotFound, Refusal, recordNotFound } from '../base/errors.ts';
import { normaliseDomainName } from '../domains/domain-name.ts';
import { typesRead } from '../publication/touched-owners.ts';
import {
  findDomain,
  findIncoming,
  lockDomain,
  lockIncomingZone,
  lockZone,
} from '../storage/queries/domains/domains.ts';
import { findRecord, readNamedOwnerSets } from '../storage/queries/records/records.ts';
import type { HostmasterReader, Schema } from '../storage/schema.ts';
import type { Domain } from '../storage/tables/domains/domains.ts';
import type { StoredRecord } from '../storage/tables/records/records.ts';
import { reaches } from '../workspaces/actor.ts';
import type { Call, ReadCall } from './operation.ts';
import { placesAbove } from './records/dname-places.ts';

export function loadDomain(reader: HostmasterReader, call: ReadCall, pathName: string) {
  return load(reader, call, { query: findDomain, pathName });
}

/** For reads of records, which can be prepared while the domain is transferred to us. */
export function loadZoneDomain(reader: HostmasterReader, call: ReadCall, pathName: string) {
  return load(reader, call, { query: findDomain, incoming: findIncoming, pathName });
}

interface DomainKey {
  readonly workspaceId: string;
  readonly name: string;
}

type NamedDomain<Row> = OneQuery<Schema, DomainKey, Row>;

/** An ill-formed name answers like a domain that does not exist. */
async function load<Row>(
  reader: HostmasterReader,
  call: ReadCall,
  wanted: {
    readonly query: NamedDomain<Row>;
    /** Where a domain that another registrar has still is loaded too. */
    readonly incoming?: NamedDomain<Row>;
    readonly pathName: string;
  },
): Promise<Row> {
  const name = normaliseDomainName(wanted.pathName);
  if (name === null) throw domainNotFound();
  const key = { workspaceId: call.actor.workspaceId, name };
  const { query, incoming } = wanted;
  const domain = await (incoming === undefined
    ? reader.first(query, key)
    : firstOrIncoming(reader, { query, incoming, key }));
  if (domain === undefined || !reaches(call.actor, name)) throw domainNotFound();
  return domain;
}

/** A domain of the workspace, or one that is transferred to it. */
export function findOwnDomain(reader: HostmasterReader, key: DomainKey) {
  return firstOrIncoming(reader, { query: findDomain, incoming: findIncoming, key });
}

/** A transfer that ends between both reads makes the domain visible: only the third read is sure. */
async function firstOrIncoming<Row>(
  reader: HostmasterReader,
  {
    query,
    incoming,
    key,
  }: {
    readonly query: NamedDomain<Row>;
    readonly incoming: NamedDomain<Row>;
    readonly key: DomainKey;
  },
): Promise<Row | undefined> {
  return (
    (await reader.first(query, key)) ??
    (await reader.first(incoming, key)) ??
    (await reader.first(query, key))
  );
}

/** Loads and locks, in any state. */
export function loadLocked(
  reader: HostmasterReader,
  call: ReadCall,
  pathName: string,
): Promise<Domain> {
  return load(reader, call, { query: lockDomain, pathName });
}

/** What changes of one domain have in common, whatever they change. */
export function domainKey(pathName: string): string {
  return `domain ${normaliseDomainName(pathName) ?? ''}`;
}

/** For a change of records. `assertChangeable` comes later, after a 404 for the record. */
export function loadZone(reader: HostmasterReader, call: Call, pathName: string) {
  return load(reader, call, { query: lockZone, incoming: lockIncomingZone, pathName });
}

/**
 * As loadZone, and in the same round trip what the domain has at a name; undefined where it was loaded
 * in another way.
 */
export async function loadZoneAt(
  reader: HostmasterReader,
  call: Call,
  pathName: string,
  owner: StoredRecord,
) {
  const [domain, held] = await Promise.all([
    loadZone(reader, call, pathName),
    reader.first(readNamedOwnerSets, {
      workspaceId: call.actor.workspaceId,
      domain: normaliseDomainName(pathName) ?? '',
      name: owner.name,
      dnamesAt: placesAbove(owner),
      types: typesRead([owner.type]),
      countMax: call.services.rules.limits.recordsPerName,
    }),
  ]);
  return { domain, held: held?.domainId === domain.id ? held : undefined };
}

/** As loadZone, and a record of the domain. */
export async function loadZoneRecord(
  reader: HostmasterReader,
  call: Call,
  path: { readonly domain: string; readonly recordId: string },
) {
  const [domain, found] = await Promise.all([
    loadZone(reader, call, path.domain),
    reader.first(findRecord, { id: path.recordId }),
  ]);
  if (found?.domainId !== domain.id) throw recordNotFound();
  const { domainId: _, ...record } = found;
  return { domain, record };
}

/** A failed registration and a domain being released can be read only. */
export function isChangeable({ state }: Pick<Domain, 'state'>): boolean {
  return state !== 'failed' && state !== 'releasing';
}

export function assertChangeable(domain: Pick<Domain, 'state'>): void {
  if (domain.state === 'failed') {
    throw new Refusal(
      'domain_failed',
      'The registration of this domain failed and its credits were returned. Register it again to use it.',
    );
  }
  if (domain.state === 'releasing') {
    throw new Refusal('domain_releasing', 'This domain is being released and cannot be changed.');
  }
}

/**
 * Versions of a record list and of a record, as entity tags. A list's version names the registration,
 * its revision and whether it is still provisioning; a record's version is its content. Conditions of
 * a change are checked inside its transaction, after 404 and before refusals that need the row.
 */
import { hash } from 'node:crypto';
import { PreconditionFailed } from '../../base/errors.ts';
import type { DomainWith } from '../../storage/tables/domains/domains.ts';
import type { Call, ReadCall } from '../operation.ts';
import { isPending, type recordView } from '../views.ts';

type VersionedDomain = DomainWith<'id' | 'state' | 'zoneRevision'>;

export function zoneVersion(domain: VersionedDomain): string {
  return `"${zonePart(domain)}${isPending(domain) ? '.p' : ''}"`;
}

/** The client's own tag when it has this version, whatever its content coding. */
export function knownVersion(call: ReadCall, domain: VersionedDomain): string | null {
  const { knownVersions } = call;
  if (knownVersions === undefined) return null;
  const version = zoneVersion(domain);
  if (knownVersions === 'any') return version;
  return knownVersions.find((tag) => withoutCoding(tag) === version) ?? null;
}

export function recordVersion(record: ReturnType<typeof recordView>): string {
  const { id, type, name, ttl, value } = record;
  const content = hash('sha256', JSON.stringify([type, name, ttl, value]), 'base64url');
  return `"${id}.${content.slice(0, 22)}"`;
}

/** Throws unless the request has no condition, or the zone is at one of the expected revisions. */
export function requireZoneVersion(call: Call, domain: VersionedDomain): void {
  const { expectedVersions } = call;
  if (expectedVersions === undefined || expectedVersions === 'any') return;
  if (!expectedVersions.some((tag) => isRevision(tag, domain))) {
    throw new PreconditionFailed(zoneVersion(domain));
  }
}

/** As requireZoneVersion; the version of the record itself will do too. */
export function requireRecordVersion(
  call: Call,
  domain: VersionedDomain,
  record: ReturnType<typeof recordView>,
): void {
  const { expectedVersions } = call;
  if (expectedVersions === undefined || expectedVersions === 'any') return;
  const version = recordVersion(record);
  const isExpected = (tag: string) => tag === version || isRevision(tag, domain);
  if (expectedVersions.some(isExpected)) return;
  // The one of the two versions that the client has asked about.
  const asksForRecord = expectedVersions.some((tag) => tag.startsWith(`"${record.id}.`));
  throw new PreconditionFailed(asksForRecord ? version : zoneVersion(domain));
}

function zonePart({ id, zone: { zoneRevision } }: VersionedDomain): string {
  return `${id}.${zoneRevision}`;
}

/** Whether the registration was confirmed meanwhile changes no record. */
function isRevision(tag: string, domain: VersionedDomain): boolean {
  return withoutCoding(tag).replace(/\.p"$/, '"') === `"${zonePart(domain)}"`;
}

/** http/compression.ts adds the coding. */
function withoutCoding(tag: string): string {
  return tag.replace(/\.(?:br|gzip)"$/, '"');
}

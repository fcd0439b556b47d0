/**
 * ALIAS in zone files: private-use type 65401, the one PowerDNS uses for its ALIAS. In the form of
 * RFC 3597 every server can load it, and an import restores the ALIAS.
 */
import { DnsFormatError, type ResourceRecord } from '@hostmaster/dns';
import { aliasTypeCode, recordValueOf } from '@hostmaster/dns/records';
import type { NewRecord } from './wire-record.ts';

export { aliasTypeCode } from '@hostmaster/dns/records';

/** Null when the data is not exactly one name. */
export function readAlias(record: ResourceRecord, owner: string): NewRecord | null {
  const { ttlSeconds, rdata } = record;
  try {
    return { name: owner, ttlSeconds, ...recordValueOf({ typeCode: aliasTypeCode, rdata }) };
  } catch (error) {
    if (error instanceof DnsFormatError) return null;
    throw error;
  }
}

/**
 * ALIAS in zone files: private-use type 65401, the one PowerDNS uses for its ALIAS. In the form of
 * RFC 3597 every server can load it, and an import restores the ALIAS.
 */
import { GrammarError, Name, type ResourceRecord } from '@hostmaster/dns';
import type { NewRecord } from './wire-record.ts';

export const aliasTypeCode = 65_401;

/** Null when the data is not exactly one name. */
export function readAlias(record: ResourceRecord, owner: string): NewRecord | null {
  const target = readName(record.rdata);
  if (target === null) return null;
  return {
    type: 'ALIAS',
    name: owner,
    ttlSeconds: record.ttlSeconds,
    value: target.toHostname(),
  };
}

/** Null unless the data is length-prefixed labels that end with a zero octet, and nothing else. */
function readName(rdata: Uint8Array): Name | null {
  const labels: Uint8Array[] = [];
  let at = 0;
  for (let length = rdata[at] ?? 0; length !== 0; length = rdata[at] ?? 0) {
    if (length > 63 || at + length >= rdata.length) return null;
    labels.push(rdata.subarray(at + 1, at + 1 + length));
    at += length + 1;
  }
  if (at + 1 !== rdata.length || labels.length === 0) return null;
  try {
    return Name.fromLabels(labels);
  } catch (error) {
    if (error instanceof GrammarError) return null;
    throw error;
  }
}

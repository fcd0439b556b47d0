/**
 * Makes a name exist that publishes nothing else: an ALIAS whose target has no address. Without a
 * record, secondaries would answer NXDOMAIN, or with a wildcard that does not cover the name.
 */
import { classes, type Name, type ResourceRecord } from '@hostmaster/dns';
import { existenceMarkerType } from '@hostmaster/dns/records';

export function existenceMarker(name: Name, ttlSeconds: number): ResourceRecord {
  const rdata = new Uint8Array();
  return { name, type: existenceMarkerType, class: classes.IN, ttlSeconds, rdata };
}

/** The key of another operator, as the customer gives it. */
import { Name, parseRdata, presentRdata, rrTypes } from '@hostmaster/dns';
import { delegationSigner, ZoneKey } from '@hostmaster/dns/dnssec';
import { expect } from 'vitest';

/** The data of its DNSKEY record. */
export function foreignKey(flags: 256 | 257): string {
  const text = presentRdata({ type: rrTypes.DNSKEY, rdata: ZoneKey.generate().dnskey });
  return text.replace(/^257/, String(flags));
}

/** The data of its DS record, as the service makes it. */
export function dsOfKey(domain: string, dnskey: string): string {
  const ds = delegationSigner(Name.parse(domain), parseRdata(rrTypes.DNSKEY, dnskey));
  if (ds === null) return expect.unreachable();
  const hex = Buffer.from(ds.digest).toString('hex').toUpperCase();
  return `${ds.keyTag} ${ds.algorithm} ${ds.digestType} ${hex}`;
}

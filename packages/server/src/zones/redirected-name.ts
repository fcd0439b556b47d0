/** What a DNAME makes of a name below its owner (RFC 6672, section 2.2). */
import { Name, nameBytesMax } from '@hostmaster/dns';

/** Null when the new name would be too long. */
export function redirectedName(
  name: Name,
  dname: { readonly name: Name; readonly rdata: Uint8Array },
): Name | null {
  const prefix = name.wire.subarray(0, name.wire.length - dname.name.wire.length);
  if (prefix.length + dname.rdata.length > nameBytesMax) return null;
  const wire = new Uint8Array(prefix.length + dname.rdata.length);
  wire.set(prefix);
  wire.set(dname.rdata, prefix.length);
  return Name.fromTrustedWire(wire);
}

/** The journal's encoding of records: wire form, uncompressed, concatenated. */
import { classes, Name, type ResourceRecord } from '@hostmaster/dns';

const fixedBytes = 8;

export function packRecords(records: readonly ResourceRecord[]): Uint8Array {
  let length = 0;
  for (const { name, rdata } of records) length += name.wire.length + fixedBytes + rdata.length;
  const bytes = new Uint8Array(length);
  const view = new DataView(bytes.buffer);
  let at = 0;
  for (const { name, type, ttlSeconds, rdata } of records) {
    bytes.set(name.wire, at);
    at += name.wire.length;
    view.setUint16(at, type);
    view.setUint32(at + 2, ttlSeconds);
    view.setUint16(at + 6, rdata.length);
    bytes.set(rdata, at + fixedBytes);
    at += fixedBytes + rdata.length;
  }
  return bytes;
}

export function unpackRecords(packed: Uint8Array): ResourceRecord[] {
  // Copied, because drivers return parts of larger buffers that the records would keep alive.
  const bytes = new Uint8Array(packed);
  const view = new DataView(bytes.buffer);
  const records: ResourceRecord[] = [];
  let at = 0;
  while (at < bytes.length) {
    const start = at;
    while ((bytes[at] ?? 0) !== 0) at += (bytes[at] ?? 0) + 1;
    at += 1;
    const name = Name.fromTrustedWire(bytes.subarray(start, at));
    const rdataBytes = view.getUint16(at + 6);
    records.push({
      name,
      type: view.getUint16(at),
      class: classes.IN,
      ttlSeconds: view.getUint32(at + 2),
      rdata: bytes.subarray(at + fixedBytes, at + fixedBytes + rdataBytes),
    });
    at += fixedBytes + rdataBytes;
  }
  return records;
}

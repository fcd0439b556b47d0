/**
 * Zone transfers to secondaries: the difference since their version where the journal has it (IXFR,
 * RFC 1995), else the whole zone (AXFR, RFC 5936). A transfer is encoded inside one snapshot and
 * sent afterwards, as fast as the secondary reads; a large one waits in a file.
 */
import {
  type Edns,
  isNewerSerial,
  ixfrRecords,
  type Message,
  type ResourceRecord,
  rrTypes,
  soaSerial,
  TransferEncoder,
} from '@hostmaster/dns';
import { type TsigKey, TsigStreamSigner, tsigBytes } from '@hostmaster/dns/node';
import type { HostmasterReader, HostmasterSnapshots } from '../storage/schema.ts';
import { PacketSpool } from './packet-spool.ts';
import { readDifference, type ZoneVersion } from './read-zone.ts';

export type TransferKind = 'axfr' | 'ixfr' | 'current';

export interface Transfer {
  readonly kind: TransferKind;
  readonly serial: number;
  /** The version the secondary has, by its request; null for AXFR. */
  readonly fromSerial: number | null;
  readonly records: number;
  /** Not yet signed. */
  readonly packets: PacketSpool;
}

export interface TransferRequest {
  readonly database: HostmasterSnapshots;
  /** The current version; null when the zone is not served here. */
  readonly read: (reader: HostmasterReader) => Promise<ZoneVersion | null>;
  readonly message: Message;
  readonly key: TsigKey;
  /** No differences: the whole zone, whatever the secondary has. */
  readonly isWhole: boolean;
  /** The OPT of the reply, for the data of the zone's SOA. */
  readonly ednsOf: (soa: Uint8Array) => Edns | null;
}

/** Null when the zone is not served here. */
export async function prepareTransfer(request: TransferRequest): Promise<Transfer | null> {
  const fromSerial = heldSerial(request.message);
  return request.database.snapshot(async (reader) => {
    const version = await request.read(reader);
    if (version === null) return null;
    if (fromSerial !== null && !isNewerSerial(version.serial, fromSerial)) {
      return encode(request, { version, kind: 'current', records: [version.soa] });
    }
    const change =
      fromSerial === null || request.isWhole
        ? null
        : await readDifference(reader, version, fromSerial);
    if (change === null) {
      return encode(request, { version, kind: 'axfr', records: null });
    }
    const difference = { ...change.difference, oldSoa: change.oldSoa, newSoa: version.soa };
    const records = ixfrRecords(version.soa, [difference]);
    return encode(request, { version, kind: 'ixfr', records });
  });
}

/** Signs the messages one by one; `onSent` is called when the last one was sent. */
export async function* sendTransfer(
  packets: PacketSpool,
  signing: {
    readonly key: TsigKey;
    readonly requestMac: Uint8Array;
    readonly nowSeconds: () => number;
    readonly onSent: () => void;
    /** The peer closed the connection before the end. */
    readonly onAborted: () => void;
  },
): AsyncGenerator<Uint8Array> {
  const signer = new TsigStreamSigner(signing);
  let isWhole = false;
  try {
    for await (const packet of packets.packets()) yield signer.sign(packet);
    isWhole = true;
  } finally {
    await packets.close();
    if (!isWhole) signing.onAborted();
  }
  signing.onSent();
}

/** An IXFR request carries the SOA of the secondary's version (RFC 1995, section 3). */
export function heldSerial(message: Message): number | null {
  if (message.questions[0]?.type !== rrTypes.IXFR) return null;
  const soa = message.authorities.find(({ type }) => type === rrTypes.SOA);
  return soa === undefined || soa.rdata.length < 22 ? null : soaSerial(soa.rdata);
}

async function encode(
  request: TransferRequest,
  transfer: {
    readonly version: ZoneVersion;
    readonly kind: TransferKind;
    /** Null for the whole zone. */
    readonly records: Iterable<ResourceRecord> | null;
  },
): Promise<Transfer> {
  const { version, kind } = transfer;
  const { message, key } = request;
  const packets = new PacketSpool();
  let records = 0;
  const edns = request.ednsOf(version.soa.rdata);
  const encoder = new TransferEncoder({ request: message, edns, reservedBytes: tsigBytes(key) });
  const add = async (page: Iterable<ResourceRecord>) => {
    for (const record of page) {
      records += 1;
      const full = encoder.add(record);
      if (full !== null) await packets.add(full);
    }
  };
  try {
    await add(transfer.records ?? [version.soa, ...version.apex]);
    if (transfer.records === null) {
      for await (const page of version.pages()) await add(page);
      await add([version.soa]);
    }
    await packets.add(encoder.finish());
  } catch (error) {
    await packets.close();
    throw error;
  }
  return { kind, serial: version.serial, fromSerial: heldSerial(message), records, packets };
}

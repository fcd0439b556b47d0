/**
 * The receiving side of a transfer: decides from the records alone whether they are a whole zone,
 * differences, or an answer without changes (RFC 1995, section 4; RFC 5936, section 3).
 */
import { DnsFormatError } from '../errors.ts';
import type { Message, ResourceRecord } from '../message.ts';
import { rcodes, rrTypes } from '../protocol.ts';
import { soaSerial } from '../rdata/soa.ts';
import { compareSerials } from '../serial.ts';
import { recordKey, type ZoneDifference } from './difference.ts';

export type TransferResult =
  | { readonly kind: 'up-to-date'; readonly soa: ResourceRecord }
  /** `records` holds the SOA once, first. */
  | {
      readonly kind: 'axfr';
      readonly soa: ResourceRecord;
      readonly records: readonly ResourceRecord[];
    }
  | {
      readonly kind: 'ixfr';
      readonly soa: ResourceRecord;
      readonly differences: readonly ZoneDifference[];
    };

interface OpenDifference {
  oldSoa: ResourceRecord;
  removed: ResourceRecord[];
  newSoa: ResourceRecord | null;
  added: ResourceRecord[];
}

export class TransferReader {
  readonly #request: Message;
  /** The serial the requester has, for IXFR; null for AXFR. */
  readonly #ownSerial: number | null;
  readonly #recordsMax: number;
  #soa: ResourceRecord | null = null;
  #count = 0;
  #records: ResourceRecord[] = [];
  #differences: OpenDifference[] = [];
  #kind: 'undecided' | 'axfr' | 'ixfr' = 'undecided';
  #complete = false;

  constructor(request: Message, options: { readonly recordsMax?: number } = {}) {
    this.#request = request;
    const own = request.questions[0]?.type === rrTypes.IXFR ? request.authorities[0] : undefined;
    this.#ownSerial = own === undefined ? null : soaSerial(own.rdata);
    this.#recordsMax = options.recordsMax ?? 10_000_000;
  }

  /** Takes the next message. Throws DnsFormatError when the stream cannot be a transfer. */
  add(message: Message): void {
    if (message.id !== this.#request.id || !message.response) {
      throw new DnsFormatError('a message of the transfer does not answer the request');
    }
    if (message.rcode !== rcodes.NOERROR) {
      throw new DnsFormatError(`the transfer was refused with rcode ${message.rcode}`);
    }
    for (const record of message.answers) this.#addRecord(record);
  }

  /** What arrived, or null while more must follow. */
  result(): TransferResult | null {
    const soa = this.#soa;
    if (soa === null) return null;
    if (this.#complete && this.#kind === 'ixfr') {
      const differences = this.#differences.map(closeDifference);
      return { kind: 'ixfr', soa, differences };
    }
    if (this.#complete) return { kind: 'axfr', soa, records: this.#records };
    // One SOA alone, no newer than ours: there is nothing to fetch (RFC 1995, section 2).
    const own = this.#ownSerial;
    if (this.#count === 1 && own !== null && compareSerials(soaSerial(soa.rdata), own) <= 0) {
      return { kind: 'up-to-date', soa };
    }
    return null;
  }

  /** True when a UDP answer was only the newest SOA: the differences must be fetched over TCP. */
  needsTcp(): boolean {
    return this.#count === 1 && this.result() === null;
  }

  #addRecord(record: ResourceRecord): void {
    this.#count += 1;
    if (this.#complete) throw new DnsFormatError('records follow the end of the transfer');
    if (this.#count > this.#recordsMax) throw new DnsFormatError('the transfer is too long');
    if (this.#soa === null) {
      if (record.type !== rrTypes.SOA) throw new DnsFormatError('the transfer starts without SOA');
      this.#soa = record;
      this.#records.push(record);
      return;
    }
    if (this.#kind === 'undecided') this.#kind = this.#decide(record, this.#soa);
    if (this.#kind === 'axfr') this.#addToZone(record, this.#soa);
    else this.#addToDifferences(record, this.#soa);
  }

  /** A second record that is another SOA can only start a difference. */
  #decide(record: ResourceRecord, soa: ResourceRecord): 'axfr' | 'ixfr' {
    if (this.#ownSerial === null || record.type !== rrTypes.SOA) return 'axfr';
    return recordKey(record) === recordKey(soa) ? 'axfr' : 'ixfr';
  }

  #addToZone(record: ResourceRecord, soa: ResourceRecord): void {
    if (record.type !== rrTypes.SOA) {
      this.#records.push(record);
      return;
    }
    if (recordKey(record) !== recordKey(soa)) {
      throw new DnsFormatError('the transfer ends with another SOA than it starts with');
    }
    this.#complete = true;
  }

  #addToDifferences(record: ResourceRecord, soa: ResourceRecord): void {
    const current = this.#differences.at(-1);
    if (record.type !== rrTypes.SOA) {
      (current?.newSoa === null ? current.removed : current?.added)?.push(record);
      return;
    }
    if (current?.newSoa === null) {
      current.newSoa = record;
      return;
    }
    const reached = current?.newSoa ?? null;
    if (reached !== null && soaSerial(reached.rdata) === soaSerial(soa.rdata)) {
      if (recordKey(record) !== recordKey(soa)) {
        throw new DnsFormatError('the transfer ends with another SOA than it starts with');
      }
      this.#complete = true;
      return;
    }
    const expected = reached === null ? this.#ownSerial : soaSerial(reached.rdata);
    if (soaSerial(record.rdata) !== expected) {
      throw new DnsFormatError('a difference does not continue from the one before');
    }
    this.#differences.push({ oldSoa: record, removed: [], newSoa: null, added: [] });
  }
}

function closeDifference(open: OpenDifference): ZoneDifference {
  const { oldSoa, removed, newSoa, added } = open;
  if (newSoa === null) throw new DnsFormatError('a difference has no new SOA');
  return { oldSoa, removed, newSoa, added };
}

/**
 * Records to a zone file that every server reads: one record per line, owners relative to $ORIGIN,
 * names in data absolute, types without a presentation as RFC 3597, section 5.
 */
import { escapeUnprintable } from '../char-string.ts';
import type { ResourceRecord } from '../message.ts';
import { Name } from '../name.ts';
import { className, typeName } from '../protocol.ts';
import { rdataForms } from '../rdata/index.ts';
import { presentGenericRdata } from '../records/generic.ts';

/** Lines with their line ends, in the order of the records: put the SOA first. */
export function* writeZoneFile(
  records: Iterable<ResourceRecord>,
  options: { readonly origin: Name },
): Generator<string> {
  yield `$ORIGIN ${options.origin}\n`;
  for (const record of records) {
    const owner = presentOwner(record.name, options.origin);
    const fields = [owner, record.ttlSeconds, className(record.class), typeName(record.type)];
    yield `${fields.join('\t')}\t${presentRdata(record)}\n`;
  }
}

/**
 * A comment with its line end. Everything but printable ASCII becomes \DDD: a line end inside the
 * text would start a line that servers read.
 */
export function writeComment(text: string): string {
  const octets = new TextEncoder().encode(text);
  return `; ${escapeUnprintable(octets)}\n`;
}

/** The value as zone files have it, such as `10 mail.example.net.` */
export function presentRdata({ type, rdata }: Pick<ResourceRecord, 'type' | 'rdata'>): string {
  return rdataForms.get(type)?.present(rdata) ?? presentGenericRdata(rdata);
}

function presentOwner(name: Name, origin: Name): string {
  if (origin.equals(Name.root) || !name.isAtOrBelow(origin)) return String(name);
  if (name.equals(origin)) return '@';
  // Equal names have texts of equal length, whatever their case.
  return String(name).slice(0, -String(origin).length - 1);
}

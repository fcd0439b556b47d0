/** Test support for the tables of record values: published RDATA, warning or refusal. */
import { expect } from 'vitest';
import { toHex } from '../bytes.ts';
import { parseRecordValue, type RecordContext, type RecordType, recordRdata } from './index.ts';

const context: RecordContext = { origin: 'example.com' };

/** The published RDATA in hex, `none` when the value is stored only. Fails when it is refused. */
export function publishedHex(type: RecordType, value: string): string {
  const result = parseRecordValue(type, value, context);
  if (!result.ok) return expect.unreachable(`${type} ${value}: ${result.message}`);
  const published = recordRdata(result.data);
  return published === null ? 'none' : toHex(published.rdata);
}

/** Why the value is refused. Fails when it is accepted. */
export function refusal(type: RecordType, value: string): string {
  const result = parseRecordValue(type, value, context);
  return result.ok ? expect.unreachable(`${type} ${value} was accepted`) : result.message;
}

export function warningOf(type: RecordType, value: string): string | undefined {
  const result = parseRecordValue(type, value, context);
  return result.ok ? result.warning : expect.unreachable(`${type} ${value}: ${result.message}`);
}

/** Names in these tables are short ASCII: labels to wire hex, so that rows stay readable. */
export function nameHex(name: string): string {
  const labels = name === '' ? [] : name.split('.');
  const hex = labels.map((label) => toHex(Uint8Array.of(label.length)) + toHex(ascii(label)));
  return `${hex.join('')}00`;
}

function ascii(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

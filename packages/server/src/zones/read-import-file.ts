/**
 * Reads the zone file of an import: which records it wants, and which lines cannot be imported.
 * Files are untrusted: their lines are bounded, what is said about them is bounded, and other
 * requests get their turn while a long file is read.
 */
import {
  Name,
  readZoneEntries,
  shorten,
  typeName,
  type UnreadableRecord,
  ZoneFileError,
  type ZoneFileRecord,
} from '@hostmaster/dns';
import { recordTypeOf, typeProblem } from '@hostmaster/dns/records';
import { Pace } from '../base/fairness/pace.ts';
import { type LineNote, SkippedApex, TtlChanges, type TtlRange } from './import-notes.ts';
import { type NewRecord, readWireRecord, wireFormOf } from './wire-record.ts';

export interface ZoneFileInput {
  readonly zone: string;
  readonly text: string;
  readonly ttl: TtlRange;
  readonly linesMax: number;
}

export interface RefusedLine {
  readonly line: number;
  readonly column: number;
  readonly record: string;
  readonly reason: string;
}

export interface Wanted {
  readonly record: NewRecord;
  readonly line: number;
}

export interface ZoneFileReading {
  /** By owner, type and data. */
  readonly wanted: ReadonlyMap<string, Wanted>;
  readonly refused: CountedList<RefusedLine>;
  readonly notes: CountedList<LineNote>;
}

/** The first items of a list, and the number of all. */
export interface CountedList<T> {
  readonly first: readonly T[];
  readonly count: number;
}

/** A file with lines that cannot be parsed. It is not imported at all: it may mean something else. */
export class InvalidZoneFile extends Error {
  override readonly name = 'InvalidZoneFile';
  /** A message for each fault, with line and column. */
  readonly faults: CountedList<string>;

  constructor({ first, count }: CountedList<string>) {
    const listed = count > first.length ? `; the first ${first.length} are listed` : '';
    super(count === 1 ? String(first[0]) : `the zone file has ${count} errors${listed}`);
    this.faults = { first, count };
  }
}

const reasonLengthMax = 200;

/** Throws InvalidZoneFile when a line cannot be parsed. */
export async function readImportFile(
  input: ZoneFileInput,
  listedMax: number,
): Promise<ZoneFileReading> {
  const { zone, ttl } = input;
  const origin = Name.parse(zone);
  const wanted = new Map<string, Wanted>();
  const refused = new FirstItems<RefusedLine>(listedMax);
  const faults = new FirstItems<string>(listedMax);
  const repeated = new FirstItems<LineNote>(listedMax);
  const apex = new SkippedApex(origin);
  const ttls = new TtlChanges(ttl);
  const refuse = (entry: ZoneFileRecord | UnreadableRecord, reason: string) =>
    refused.add(() => {
      const { name, type, line, column } = entry;
      const record = `${shorten(String(name))} ${typeName(type)}`;
      return { line, column, record, reason: reason.slice(0, reasonLengthMax) };
    });
  const entries = readZoneEntries(input.text, {
    origin,
    defaultTtlSeconds: ttl.default,
    linesMax: input.linesMax,
  });
  const pace = new Pace();
  for (const entry of entries) {
    await pace.step();
    if (entry instanceof ZoneFileError) {
      faults.add(() => entry.message.slice(0, reasonLengthMax));
      continue;
    }
    if (entry === null || apex.skips(entry)) continue;
    const record = entry.rdata === undefined ? unreadable(entry) : readRecord(zone, entry);
    if (typeof record === 'string') {
      refuse(entry, record);
      continue;
    }
    const { line } = entry;
    const ttlSeconds = ttls.adjust(record.ttlSeconds, line);
    const identity = identityOf(zone, record) ?? '';
    const earlier = wanted.get(identity);
    if (earlier !== undefined) repeated.add(() => ({ line, note: `repeats line ${earlier.line}` }));
    else wanted.set(identity, { record: { ...record, ttlSeconds }, line });
  }
  if (faults.count > 0) throw new InvalidZoneFile(faults);
  const summaries = [...apex.notes(), ...ttls.notes()];
  const notes = {
    first: [...summaries, ...repeated.first].slice(0, listedMax),
    count: summaries.length + repeated.count,
  };
  return { wanted, refused, notes };
}

/** Why a record that is not in its generic form cannot be imported. */
function unreadable({ type }: UnreadableRecord): string {
  const name = typeName(type);
  return (
    typeProblem(recordTypeOf(type)) ??
    `${name} records are read in the form TYPE${type} \\# <length> <hex> only`
  );
}

/** The record, or the reason why it cannot be imported. */
function readRecord(zone: string, record: ZoneFileRecord): NewRecord | string {
  if (!record.name.isAtOrBelow(Name.parse(zone))) return `it is outside ${zone}`;
  const reading = readWireRecord(zone, record);
  return reading.ok ? reading.record : reading.reason;
}

/** Equal for records of one owner that publish the same; null for records no zone file can hold. */
export function identityOf(zone: string, record: NewRecord): string | null {
  if (record.type === 'NS' && record.name === '@') return null;
  const form = wireFormOf(zone, record);
  return form === null ? null : `${record.name} ${form.key}`;
}

class FirstItems<T> implements CountedList<T> {
  readonly first: T[] = [];
  count = 0;
  readonly #max: number;

  constructor(max: number) {
    this.#max = max;
  }

  add(make: () => T): void {
    this.count += 1;
    if (this.count <= this.#max) this.first.push(make());
  }
}

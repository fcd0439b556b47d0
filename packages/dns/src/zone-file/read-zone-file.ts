/**
 * Zone files to records (RFC 1035, section 5; RFC 2308 for $TTL; RFC 3597 for unknown types). Files
 * are untrusted: $INCLUDE is refused because it would read the server's disk, and size is limited.
 */
import { DnsFormatError, GrammarError } from '../errors.ts';
import type { ResourceRecord } from '../message.ts';
import { Name } from '../name.ts';
import { classCodeOf, classes, rrTypes, typeCodeOf, typeName } from '../protocol.ts';
import { parseDuration, readTtl } from '../rdata/duration.ts';
import { rdataForms } from '../rdata/index.ts';
import { soaCodec } from '../rdata/soa.ts';
import type { NameReader } from '../rdata-codec.ts';
import { isMetaType } from '../records/generic.ts';
import { shorten } from '../words.ts';
import { readRdataWords } from './parse-rdata.ts';
import { type Entry, splitEntries, type Word } from './split-entries.ts';
import { type Place, ZoneFileError } from './zone-file-error.ts';

export interface ZoneFileRecord extends ResourceRecord, Place {}

export interface ZoneFileOptions {
  /** Where names are relative to, until $ORIGIN says otherwise. */
  readonly origin: Name;
  /** For records before any $TTL or explicit TTL. Absent: such a record is an error. */
  readonly defaultTtlSeconds?: number;
  /** In UTF-16 units; default 32 Mi. */
  readonly lengthMax?: number;
  /** Default 1,000,000. */
  readonly recordsMax?: number;
  /** Lines of any kind; default 2,000,000. */
  readonly linesMax?: number;
}

/** A record of a type that is readable as octets only but is written otherwise. */
export interface UnreadableRecord extends Pick<ResourceRecord, 'name' | 'type'>, Place {
  readonly rdata?: never;
}

/** Yields records as they are read; throws ZoneFileError at the first fault. */
export function* readZoneFile(text: string, options: ZoneFileOptions): Generator<ZoneFileRecord> {
  for (const record of readEntries(text, options, refuseUnreadable)) {
    if (record instanceof ZoneFileError) throw record;
    if (record !== null) yield record;
  }
}

/**
 * As readZoneFile, but yields each fault in its place and goes on after it. Yields null for an entry
 * without a record, so that the caller can pause between any two entries.
 */
export function readZoneEntries(
  text: string,
  options: ZoneFileOptions,
): Generator<ZoneFileRecord | UnreadableRecord | ZoneFileError | null> {
  return readEntries(text, options, (record) => record);
}

type OnUnreadable<T> = (record: UnreadableRecord, place: Place) => T;

function* readEntries<T>(
  text: string,
  options: ZoneFileOptions,
  onUnreadable: OnUnreadable<T>,
): Generator<ZoneFileRecord | T | ZoneFileError | null> {
  const lengthMax = options.lengthMax ?? 32 * 1024 * 1024;
  const recordsMax = options.recordsMax ?? 1_000_000;
  if (text.length > lengthMax) {
    const start = { line: 1, column: 1 };
    yield new ZoneFileError(`the file is longer than ${lengthMax} characters`, start);
    return;
  }
  const state: ReaderState = {
    origin: options.origin,
    directiveTtlSeconds: null,
    lastTtlSeconds: options.defaultTtlSeconds ?? null,
    owner: null,
    count: 0,
  };
  for (const entry of splitEntries(text, options.linesMax ?? 2_000_000)) {
    const record = readEntryOrFault(entry, state, onUnreadable);
    if (state.count > recordsMax) {
      yield new ZoneFileError(`more than ${recordsMax} records`, entry);
      return;
    }
    yield record;
  }
}

function readEntryOrFault<T>(
  entry: Entry | ZoneFileError,
  state: ReaderState,
  onUnreadable: OnUnreadable<T>,
): ZoneFileRecord | T | ZoneFileError | null {
  try {
    if (entry instanceof ZoneFileError) throw entry;
    return readEntry(entry, state, onUnreadable);
  } catch (error) {
    if (!(error instanceof ZoneFileError)) throw error;
    // Lines below that omit their owner are no faults of their own.
    state.owner ??= state.origin;
    return error;
  }
}

interface ReaderState {
  origin: Name;
  directiveTtlSeconds: number | null;
  lastTtlSeconds: number | null;
  owner: Name | null;
  /** Number of records, readable or not. */
  count: number;
}

function refuseUnreadable({ type }: UnreadableRecord, place: Place): never {
  throw new ZoneFileError(
    `${typeName(type)} is only readable in the form "\\# <length> <hex>"`,
    place,
  );
}

function readEntry<T>(
  entry: Entry,
  state: ReaderState,
  onUnreadable: OnUnreadable<T>,
): ZoneFileRecord | T | null {
  const first = entry.words[0];
  if (first === undefined) return null;
  if (!entry.ownerOmitted && first.text.startsWith('$')) {
    readDirective(entry, first, state);
    return null;
  }
  if (!entry.ownerOmitted) {
    state.owner = at(first, () => Name.parse(first.text, state.origin));
  }
  if (state.owner === null) {
    throw new ZoneFileError('the first record has no owner name', entry);
  }
  const words = entry.words.slice(entry.ownerOmitted ? 0 : 1);
  return readRecord(words, { entry, state, name: state.owner, onUnreadable });
}

function readDirective(entry: Entry, first: Word, state: ReaderState): void {
  const argument = entry.words[1];
  switch (first.text.toUpperCase()) {
    case '$ORIGIN':
      if (argument === undefined) throw new ZoneFileError('$ORIGIN needs a name', first);
      state.origin = at(argument, () => Name.parse(argument.text, state.origin));
      break;
    case '$TTL':
      if (argument === undefined) throw new ZoneFileError('$TTL needs a time', first);
      state.directiveTtlSeconds = at(argument, () => readTtl(argument.text));
      break;
    case '$INCLUDE':
      throw new ZoneFileError('$INCLUDE is not allowed; put everything in one file', first);
    default:
      throw new ZoneFileError(
        `"${shorten(first.text)}" is not supported; only $ORIGIN and $TTL are`,
        first,
      );
  }
  const extra = entry.words[2];
  if (extra !== undefined)
    throw new ZoneFileError(`"${shorten(extra.text)}" is too much here`, extra);
}

function readRecord<T>(
  words: readonly Word[],
  context: {
    readonly entry: Entry;
    readonly state: ReaderState;
    readonly name: Name;
    readonly onUnreadable: OnUnreadable<T>;
  },
): ZoneFileRecord | T {
  const { entry, state, name } = context;
  const { line, column } = entry;
  const { typeWord, type, ttlSeconds: stated, rest } = readTypeAndTtl(words, entry);
  state.count += 1;
  if (!isReadable(type, rest)) {
    state.lastTtlSeconds = stated ?? state.lastTtlSeconds;
    return context.onUnreadable({ name, type, line, column }, rest[0] ?? typeWord);
  }
  const rdata = readRdata({ type, words: rest, origin: state.origin, typeWord });
  // Without $TTL, RFC 1035 repeats the last TTL stated; a SOA may lend its own (RFC 2308, section 4).
  let ttlSeconds = stated ?? state.directiveTtlSeconds ?? state.lastTtlSeconds;
  if (ttlSeconds === null && type === rrTypes.SOA) {
    ttlSeconds = Math.min(soaCodec.decode(rdata).negativeTtlSeconds, 0x7fff_ffff);
  }
  if (ttlSeconds === null)
    throw new ZoneFileError('the record has no TTL; add one, or $TTL', entry);
  state.lastTtlSeconds = ttlSeconds;
  return { name, type, class: classes.IN, ttlSeconds, rdata, line, column };
}

/** `[ttl] [class] type` or `[class] [ttl] type`. */
function readTypeAndTtl(words: readonly Word[], entry: Entry) {
  let ttlSeconds: number | null = null;
  let classSeen = false;
  for (const [index, word] of words.entries()) {
    const classCode = classCodeOf(word.text);
    if (ttlSeconds === null && parseDuration(word.text) !== null) {
      ttlSeconds = at(word, () => readTtl(word.text));
    } else if (!classSeen && classCode !== null && typeCodeOf(word.text) === null) {
      if (classCode !== classes.IN) throw new ZoneFileError('only class IN is supported', word);
      classSeen = true;
    } else {
      const type = typeCodeOf(word.text);
      if (type === null) throw new ZoneFileError(`"${shorten(word.text)}" is no record type`, word);
      if (isMetaType(type)) {
        throw new ZoneFileError(`${typeName(type)} never stands in a zone`, word);
      }
      return { typeWord: word, type, ttlSeconds, rest: words.slice(index + 1) };
    }
  }
  throw new ZoneFileError('the record has no type', entry);
}

function isReadable(type: number, [first]: readonly Word[]): boolean {
  return rdataForms.has(type) || first?.text === '\\#';
}

function readRdata(options: {
  readonly type: number;
  readonly words: readonly Word[];
  readonly origin: Name;
  readonly typeWord: Word;
}): Uint8Array {
  const { type, words, origin } = options;
  const texts = words.map(({ text }) => text);
  return at(words[0] ?? options.typeWord, () => readRdataWords(type, texts, relativeNames(origin)));
}

function relativeNames(origin: Name): NameReader {
  return { read: (word) => Name.parse(word, origin) };
}

/** Gives faults found by `read` the place of a word. */
function at<Result>(place: Place, read: () => Result): Result {
  try {
    return read();
  } catch (error) {
    if (error instanceof ZoneFileError) throw error;
    if (error instanceof GrammarError || error instanceof DnsFormatError) {
      throw new ZoneFileError(error.message, place);
    }
    throw error;
  }
}

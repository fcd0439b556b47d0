/**
 * Reads the file of an apply or import: a zone file, or YAML with the same records. What cannot be read
 * is refused as a whole, with the lines to blame: a part of a zone may mean something else.
 */
import { limits } from '@hostmaster/contract';
import { isRecordType, parseRecordName, type RecordType } from '@hostmaster/dns/records';
import { LineCounter, parseDocument } from 'yaml';
import {
  InvalidZoneFile,
  identityOf,
  readImportFile,
  type Wanted,
  type ZoneFileReading,
} from '../../zones/read-import-file.ts';
import { readText } from '../read-input.ts';
import { UserCommandError } from '../user-error.ts';

export interface RecordFile {
  readonly domain: string;
  readonly reading: ZoneFileReading;
}

const linesMax = 50_000;
const listedMax = 20;
const ttl = {
  min: limits.ttlSecondsMin,
  max: limits.ttlSecondsMax,
  default: limits.ttlSecondsDefault,
};

interface YamlRecord {
  readonly name: string;
  readonly type: RecordType;
  readonly ttlSeconds: number;
  readonly values: readonly string[];
}

/** The domain is the one given, or the one that the file names. */
export async function readRecordFile(file: string, given: string | undefined): Promise<RecordFile> {
  const text = readText(file, limits.batchBytesMax);
  if (/\.ya?ml$/i.test(file)) return readYaml(file, text, given);
  const domain = given ?? /^\$ORIGIN[ \t]+(\S+)/im.exec(text)?.[1];
  if (domain === undefined) {
    throw new UserCommandError(
      `Name the domain with --domain: ${file} has no $ORIGIN. A YAML file ends with .yaml.`,
    );
  }
  const zone = domain.toLowerCase().replace(/\.$/, '');
  try {
    const reading = await readImportFile({ zone, text, ttl, linesMax }, listedMax);
    if (reading.refused.count === 0) return { domain: zone, reading };
    throw faults(
      file,
      reading.refused.first.map(({ line, record, reason }) => `line ${line}: ${record}: ${reason}`),
    );
  } catch (error) {
    if (error instanceof InvalidZoneFile) throw faults(file, error.faults.first);
    throw error;
  }
}

function readYaml(file: string, text: string, given: string | undefined): RecordFile {
  const lineCounter = new LineCounter();
  const document = parseDocument(text, { lineCounter });
  const [error] = document.errors;
  if (error !== undefined) throw faults(file, [error.message.split('\n')[0] ?? '']);
  const root = rootOf(file, document);
  const domain = given ?? root.domain;
  if (typeof domain !== 'string') {
    throw new UserCommandError(`Name the domain with --domain, or with "domain:" in ${file}.`);
  }
  const zone = domain.toLowerCase().replace(/\.$/, '');
  if (!Array.isArray(root.records)) throw faults(file, ['it has no list "records"']);
  const wanted = new Map<string, Wanted>();
  const problems: string[] = [];
  for (const [index, entry] of root.records.entries()) {
    const node: unknown = document.getIn(['records', index], true);
    const offset = (node as { range?: [number] } | undefined)?.range?.[0] ?? 0;
    const { line } = lineCounter.linePos(offset);
    const record = readEntry(zone, entry, root.ttl);
    if (typeof record === 'string') {
      problems.push(`line ${line}: ${record}`);
      continue;
    }
    for (const value of record.values) {
      const { name, type, ttlSeconds } = record;
      const stored = { name, type, ttlSeconds, value };
      const identity = identityOf(zone, stored);
      if (identity === null) problems.push(`line ${line}: ${name} ${type} ${value} cannot be used`);
      else wanted.set(identity, { record: stored, line });
    }
  }
  if (problems.length > 0) throw faults(file, problems.slice(0, listedMax));
  const none = { first: [], count: 0 };
  return { domain: zone, reading: { wanted, refused: none, notes: none } };
}

/** Aliases that would grow without bound are refused by the parser. */
function rootOf(
  file: string,
  document: ReturnType<typeof parseDocument>,
): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = document.toJS({ maxAliasCount: 100 });
    if (typeof value === 'object' && value !== null) return value as Record<string, unknown>;
  } catch (error) {
    throw faults(file, [error instanceof Error ? error.message : String(error)]);
  }
  throw faults(file, ['it is not a mapping with "records"']);
}

/** The record set of an entry, or what is wrong with it. */
function readEntry(zone: string, entry: unknown, ttlDefault: unknown): YamlRecord | string {
  if (typeof entry !== 'object' || entry === null) return 'an entry has name, type and value';
  const { name = '@', type, ttl: own, value, values } = entry as Record<string, unknown>;
  if (typeof name !== 'string') return 'name must be text; write it in quotes';
  const parsed = parseRecordName(name, { origin: zone });
  if (!parsed.ok) return `name: ${parsed.message}`;
  if (!isRecordType(type)) return `${String(type)} is not a type of record`;
  const ttlSeconds = own ?? ttlDefault ?? ttl.default;
  if (!Number.isInteger(ttlSeconds)) return 'ttl must be a number of seconds';
  const list = Array.isArray(values) ? values : [value];
  if (list.length === 0 || list.some((each) => typeof each !== 'string')) {
    return 'value must be text, or values a list of texts; write numbers in quotes';
  }
  const seconds = Math.min(Math.max(Number(ttlSeconds), ttl.min), ttl.max);
  return { name: parsed.name, type, ttlSeconds: seconds, values: list as string[] };
}

function faults(file: string, problems: readonly string[]): UserCommandError {
  return new UserCommandError(
    [`${file} cannot be used. Nothing was changed.`, ...problems].join('\n'),
  );
}

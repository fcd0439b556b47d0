/** Questions about a zone, with the answers that follow from the API's content. */
import {
  canonicalRdata,
  type Message,
  type ResourceRecord,
  rcodes,
  rrTypes,
  typeName,
} from '@hostmaster/dns';
import type { Question } from './fleet.ts';

export interface Expectation extends Question {
  readonly rcode: number;
  /** Sorted; without the owner name, because a wildcard answers with the name of the question. */
  readonly answers: readonly string[];
}

/** No record of a run has this type. */
const absentType = rrTypes.SRV;

export function expectationsOf(
  zone: string,
  records: readonly ResourceRecord[],
): readonly Expectation[] {
  const owners = new Map<string, Map<number, ResourceRecord[]>>();
  for (const record of records) {
    const owner = record.name.toHostname();
    const sets = owners.get(owner) ?? new Map<number, ResourceRecord[]>();
    owners.set(owner, sets);
    sets.set(record.type, [...(sets.get(record.type) ?? []), record]);
  }
  const wildcard = owners.get(`*.${zone}`);
  const missing = `no-such-name.${zone}`;
  return [
    ...[...owners].flatMap(([owner, sets]) => [
      ...[...sets].map(([type, set]) => ({ name: owner, type, ...found(set) })),
      { name: owner, type: absentType, rcode: rcodes.NOERROR, answers: [] },
    ]),
    ...(wildcard === undefined
      ? [{ name: missing, type: rrTypes.TXT, rcode: rcodes.NXDOMAIN, answers: [] }]
      : [...wildcard].map(([type, set]) => ({ name: missing, type, ...found(set) }))),
  ];
}

export function isExpected(reply: Message, expected: Expectation): boolean {
  if (!reply.authoritative || reply.rcode !== expected.rcode) return false;
  return present(reply.answers).join('\n') === expected.answers.join('\n');
}

export function show(reply: Message | null): string {
  return reply === null
    ? 'no answer'
    : `rcode ${reply.rcode}, ${present(reply.answers).join('; ')}`;
}

/** Records of one set are published with the smallest TTL, and equal ones once. */
function found(set: readonly ResourceRecord[]): Pick<Expectation, 'rcode' | 'answers'> {
  const ttlSeconds = Math.min(...set.map((record) => record.ttlSeconds));
  const published = set.map((record) => ({ ...record, ttlSeconds }));
  return { rcode: rcodes.NOERROR, answers: [...new Set(present(published))] };
}

function present(records: readonly ResourceRecord[]): string[] {
  return records
    .map(({ type, ttlSeconds, rdata }) => {
      const bytes = Buffer.from(canonicalRdata(type, rdata)).toString('hex');
      return `${ttlSeconds} ${typeName(type)} ${bytes}`;
    })
    .sort();
}

/**
 * Whether a secondary answers with the newest change of a zone, asked as a resolver asks. Its serial
 * alone does not prove that: some servers load a transfer and answer without its records.
 */
import {
  canonicalRdata,
  type Message,
  makeQuery,
  Name,
  type ResourceRecord,
  rcodes,
  rrTypes,
  typeName,
} from '@hostmaster/dns';
import type { MachineClock } from '../../base/clock.ts';
import type { RandomSource } from '../../base/random.ts';
import { newestJournal } from '../../storage/queries/zones/zone-journal.ts';
import type { HostmasterReader } from '../../storage/schema.ts';
import { unpackRecords } from '../../zones/journal-form.ts';
import { exchangeInTurn } from './exchange-in-turn.ts';
import type { Secondary } from './secondaries.ts';

export interface NewestChange {
  readonly zone: string;
  /** The name and the type to ask for. */
  readonly name: Name;
  readonly type: number;
  /** Must be in the answer, or must not; null when only the zone itself is asked for. */
  readonly record: ResourceRecord | null;
  readonly isAdded: boolean;
}

export interface AskOptions {
  readonly clock: MachineClock;
  readonly random: RandomSource;
  readonly sources: readonly string[];
  /** Aborted when the service stops. */
  readonly stopping: AbortSignal;
}

const answerMs = 2_000;

/** Without a journal entry, as after a day without changes, the nameservers of the zone are asked for. */
export async function readNewestChange(
  reader: HostmasterReader,
  zone: string,
): Promise<NewestChange> {
  const entry = await reader.first(newestJournal, { zone });
  const added = entry === undefined ? [] : unpackRecords(entry.added).filter(isNotSoa);
  const removed = entry === undefined ? [] : unpackRecords(entry.removed).filter(isNotSoa);
  const record = added.at(-1) ?? removed.at(-1) ?? null;
  const name = record?.name ?? Name.parse(zone);
  return { zone, name, type: record?.type ?? rrTypes.NS, record, isAdded: added.length > 0 };
}

/** Null when the answer is right; else what is wrong with it, in words. */
export async function askNewestChange(
  secondary: Secondary,
  change: NewestChange,
  { clock, random, sources, stopping }: AskOptions,
): Promise<string | null> {
  const query = makeQuery(random.below(65_536), { name: change.name, type: change.type });
  const { addresses } = secondary;
  try {
    const { reply } = await exchangeInTurn(query, {
      secondary: { addresses },
      sources,
      stopping,
      first: 0,
      timeoutMs: answerMs,
      nowSeconds: () => Math.floor(clock.now() / 1_000),
    });
    return problemOf(reply, change);
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

function problemOf(reply: Message, change: NewestChange): string | null {
  const asked = `${change.name.toHostname()} ${typeName(change.type)}`;
  if (reply.rcode !== rcodes.NOERROR && reply.rcode !== rcodes.NXDOMAIN) {
    return `answers ${rcodeWord(reply.rcode)} for ${asked}`;
  }
  if (change.record === null) {
    return reply.answers.length > 0 ? null : `has no records for ${asked}`;
  }
  const wanted = change.record;
  const all = [...reply.answers, ...reply.authorities, ...reply.additionals];
  const isThere = all.some((record) => isSame(record, wanted));
  if (isThere === change.isAdded) return null;
  return change.isAdded
    ? `answers ${asked} without the newest record`
    : `answers ${asked} with a record that was deleted`;
}

export function rcodeWord(rcode: number): string {
  return Object.entries(rcodes).find(([, code]) => code === rcode)?.[0] ?? `rcode ${rcode}`;
}

function isSame(a: ResourceRecord, b: ResourceRecord): boolean {
  if (a.type !== b.type || !a.name.equals(b.name)) return false;
  return Buffer.compare(canonicalRdata(a.type, a.rdata), canonicalRdata(b.type, b.rdata)) === 0;
}

function isNotSoa({ type }: ResourceRecord): boolean {
  return type !== rrTypes.SOA;
}

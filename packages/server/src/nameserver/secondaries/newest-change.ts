/**
 * Whether a secondary answers with the newest change of a zone, asked as a resolver asks. Its serial
 * alone does not prove that: some servers load a transfer and answer without its records.
 */

import { minuteMs } from '@hostmaster/contract/durations';
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
import type { Logger } from 'pino';
import type { MachineClock } from '../../base/clock.ts';
import type { RandomSource } from '../../base/random.ts';
import { listSampleZones } from '../../storage/queries/secondaries/secondary-exchanges.ts';
import { newestJournal } from '../../storage/queries/zones/zone-journal.ts';
import type { HostmasterDatabase, HostmasterReader } from '../../storage/schema.ts';
import { unpackRecords } from '../../zones/journal-form.ts';
import { exchangeInTurn } from './exchange-in-turn.ts';
import type { Observations } from './observations.ts';
import type { Secondary, SecondaryDirectory } from './secondaries.ts';

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

export type OnSample = (sample: { readonly secondary: string; readonly isRight: boolean }) => void;

export interface SampleOptions extends AskOptions {
  readonly database: HostmasterDatabase;
  readonly secondaries: SecondaryDirectory;
  readonly observations: Observations;
  readonly log: Logger;
  readonly onSample?: OnSample | undefined;
}

const answerMs = 2_000;
const sampledMs = 10 * minuteMs;
const samplesMax = 10;

/** Asks each secondary about the newest changes of some zones, and records the result. */
export async function sampleAnswers(options: SampleOptions): Promise<void> {
  const secondaries = await options.secondaries.list();
  await Promise.all(secondaries.map((secondary) => sampleSecondary(secondary, options)));
}

async function sampleSecondary(secondary: Secondary, options: SampleOptions): Promise<void> {
  const { database, clock, observations, log, onSample, stopping } = options;
  const { name } = secondary;
  const wanted = { secondary: name, since: clock.now() - sampledMs, limit: samplesMax };
  for (const { zone } of await database.all(listSampleZones, wanted)) {
    if (stopping.aborted) return;
    const problem = await askNewestChange(
      secondary,
      await readNewestChange(database, zone),
      options,
    );
    const place = { zone, secondary: name };
    observations.note(place, { sampledAt: clock.now(), sampleProblem: problem });
    onSample?.({ secondary: name, isRight: problem === null });
    if (problem !== null) log.warn({ ...place, problem }, 'a secondary gives a wrong answer');
  }
}

/** Without a journal entry, as after a day without changes, the nameservers of the zone are asked for. */
export async function readNewestChange(
  reader: HostmasterReader,
  zone: string,
): Promise<NewestChange> {
  const entry = await reader.first(newestJournal, { zone });
  const added = entry === undefined ? [] : unpackRecords(entry.added).filter(isAsked);
  const removed = entry === undefined ? [] : unpackRecords(entry.removed).filter(isAsked);
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

/** The SOA and the records that signing makes are not what the change was about. */
const unasked: ReadonlySet<number> = new Set([rrTypes.SOA, rrTypes.NSEC, rrTypes.RRSIG]);

function isAsked({ type }: ResourceRecord): boolean {
  return !unasked.has(type);
}

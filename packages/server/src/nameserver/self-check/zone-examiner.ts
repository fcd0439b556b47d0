/**
 * Validates every signed zone once a day as a resolver would: the answers of this server, of each
 * secondary, and how long the signatures are valid. What is wrong is stored and examined again after an
 * hour. Any number of processes share the zones.
 */
import { dayMs, hourMs, secondMs } from '@hostmaster/contract/durations';
import type { Logger } from 'pino';
import type { MachineClock } from '../../base/clock.ts';
import { askDns } from '../../base/dns/ask-dns.ts';
import { isoTime } from '../../base/iso-time.ts';
import { Loop } from '../../base/loop.ts';
import type { RandomSource } from '../../base/random.ts';
import { noChange } from '../../changes/change.ts';
import { persist } from '../../changes/persist.ts';
import { anchorStages, isSignedEverywhere } from '../../domains/dnssec-anchors.ts';
import { type FoundProblem, noteProblems } from '../../operations/dnssec/note-problems.ts';
import { domainKey } from '../../operations/loading.ts';
import {
  listDnssecProblems,
  listDueExaminations,
} from '../../storage/queries/domains/dnssec-problems.ts';
import { findDnssec } from '../../storage/queries/domains/domain-dnssec.ts';
import { lockDomainById } from '../../storage/queries/domains/domains.ts';
import { findNextRefreshOf, listZoneKeys } from '../../storage/queries/zones/signing.ts';
import { update } from '../../storage/row-write.ts';
import type { HostmasterDatabase } from '../../storage/schema.ts';
import { domainDnssec } from '../../storage/tables/domains/domain-dnssec.ts';
import type { Domain } from '../../storage/tables/domains/domains.ts';
import type { ExaminedApex } from '../../zones/examine-apex.ts';
import { endOfSignatures } from '../../zones/signature-times.ts';
import { exchangeInTurn } from '../secondaries/exchange-in-turn.ts';
import type { Secondary, SecondaryDirectory } from '../secondaries/secondaries.ts';
import { askApex, type Send } from './ask-apex.ts';

export interface ZoneExaminerOptions {
  readonly database: HostmasterDatabase;
  readonly secondaries: SecondaryDirectory;
  /** Where this server answers. */
  readonly own: { readonly address: string; readonly port: number };
  readonly clock: MachineClock;
  readonly random: RandomSource;
  readonly sources: readonly string[];
  /** Aborted when the service stops. */
  readonly stopping: AbortSignal;
  readonly log: Logger;
}

type Subject = Pick<Domain, 'id' | 'name' | 'workspaceId'>;

interface Claimed {
  readonly anchors: readonly Uint8Array[];
  readonly isSignedEverywhere: boolean;
  /** When the first signature of the zone ends. */
  readonly endsAt: number;
  readonly hadProblems: boolean;
}

const restMs = secondMs;
/** With a rest of a second, more than 400,000 zones a day. */
const zonesPerRun = 5;
const answerMs = 2 * secondMs;
/** Signatures are made again five days before their end, so that these are late. */
const endsSoonMs = 3 * dayMs;
const kinds = ['signatures_end_soon', 'not_valid', 'secondary_outdated'] as const;

export class ZoneExaminer {
  readonly #options: ZoneExaminerOptions;
  readonly #loop: Loop;

  constructor(options: ZoneExaminerOptions) {
    this.#options = options;
    this.#loop = new Loop({
      run: () => this.#run(),
      restMs,
      onError: (error) => options.log.warn({ err: error }, 'examining signed zones failed'),
    });
  }

  start(): void {
    this.#loop.start();
  }

  async stop(): Promise<void> {
    await this.#loop.stop();
  }

  async #run(): Promise<void> {
    const { database, clock } = this.#options;
    const due = await database.all(listDueExaminations, { now: clock.now(), limit: zonesPerRun });
    for (const subject of due) {
      if (this.#loop.isStopping) return;
      const claimed = await this.#claim(subject);
      if (claimed !== null) await this.#examine(subject, claimed);
    }
  }

  /** Null where the zone is not served signed, or another process examines it. */
  #claim({ id, name, workspaceId }: Subject): Promise<Claimed | null> {
    const { database, clock } = this.#options;
    const now = clock.now();
    return persist(database, {
      keys: [domainKey(name)],
      owner: workspaceId,
      commit: 'shared',
      async load(reader) {
        const domain = await reader.first(lockDomainById, { id });
        const [row, keys, next, problems] = await Promise.all([
          reader.first(findDnssec, { domainId: id }),
          reader.all(listZoneKeys, { domainId: id }),
          reader.first(findNextRefreshOf, { domainId: id }),
          reader.all(listDnssecProblems, { domainId: id }),
        ]);
        return { domain, row, keys, next, problems };
      },
      decide({ domain, row, keys, next, problems }) {
        if (row === undefined || row.examineAt > now) return { answer: null, change: noChange };
        const isServed = domain?.state === 'live' && domain.zone.signing === 'signed';
        const examineAt = now + (isServed || row.foreignDs !== null ? dayMs : hourMs);
        const stages = anchorStages(row.phase);
        const claimed: Claimed = {
          anchors: keys.filter(({ stage }) => stages.includes(stage)).map(({ dnskey }) => dnskey),
          isSignedEverywhere: isSignedEverywhere(row.phase),
          endsAt: next === undefined ? Infinity : endOfSignatures(name, next.refreshAt),
          hadProblems: problems.some(({ kind }) => kinds.some((own) => own === kind)),
        };
        return {
          answer: isServed ? claimed : null,
          change: { rows: [update(domainDnssec, { domainId: id }, { examineAt })] },
        };
      },
    });
  }

  async #examine(subject: Subject, claimed: Claimed): Promise<void> {
    const { database, clock, log, stopping } = this.#options;
    const { name: zone } = subject;
    const found = [
      ...(await this.#ownProblems(zone, claimed)),
      ...(claimed.isSignedEverywhere ? await this.#secondaryProblems(zone, claimed) : []),
    ];
    if (stopping.aborted || (found.length === 0 && !claimed.hadProblems)) return;
    for (const { kind, detail } of found) {
      log.warn({ zone, kind, detail }, 'a signed zone has a problem');
    }
    const now = clock.now();
    const examineAt = now + (found.length === 0 ? dayMs : hourMs);
    await noteProblems(database, subject, { kinds, found, now, examineAt });
  }

  async #ownProblems(zone: string, claimed: Claimed): Promise<readonly FoundProblem[]> {
    const { own, clock } = this.#options;
    // TCP has no limit on answers, which many zones in a row would meet.
    const apex = await this.#ask(zone, claimed, (message) =>
      askDns(message, { ...this.#exchange, ...own, transport: 'tcp' }),
    );
    const fault = apex?.fault ?? null;
    const { endsAt } = claimed;
    return [
      ...(fault === null
        ? []
        : [{ kind: 'not_valid', detail: `Resolvers reject its answers: ${fault}.` } as const]),
      ...(endsAt > clock.now() + endsSoonMs
        ? []
        : [
            {
              kind: 'signatures_end_soon',
              detail: `Signatures end at ${isoTime(endsAt)} and were not made again in time.`,
            } as const,
          ]),
    ];
  }

  async #secondaryProblems(zone: string, claimed: Claimed): Promise<readonly FoundProblem[]> {
    const { secondaries, clock } = this.#options;
    const wrong: string[] = [];
    for (const secondary of await secondaries.list()) {
      const apex = await this.#ask(zone, claimed, this.#sendTo(secondary));
      if (apex === null) continue;
      if (apex.fault !== null) wrong.push(`${secondary.name}: ${apex.fault}`);
      const endsAt = (apex.endsAtSeconds ?? Infinity) * 1_000;
      if (endsAt <= clock.now() + endsSoonMs) {
        wrong.push(`${secondary.name}: its signatures end at ${isoTime(endsAt)}`);
      }
    }
    if (wrong.length === 0) return [];
    const detail = `Secondaries do not serve the current signatures: ${wrong.join('; ')}.`;
    return [{ kind: 'secondary_outdated', detail }];
  }

  /** Null when the server does not answer: that is watched elsewhere (secondaries/reachability.ts). */
  async #ask(zone: string, { anchors }: Claimed, send: Send): Promise<ExaminedApex | null> {
    const { clock, random, log } = this.#options;
    const nowSeconds = Math.floor(clock.now() / 1_000);
    try {
      return await askApex(zone, send, { anchors, nowSeconds, random });
    } catch (error) {
      log.debug({ err: error, zone }, 'a server does not answer about a signed zone');
      return null;
    }
  }

  #sendTo({ addresses }: Secondary): Send {
    const { sources } = this.#options;
    return async (message) => {
      const options = { ...this.#exchange, secondary: { addresses }, sources, first: 0 };
      return (await exchangeInTurn(message, options)).reply;
    };
  }

  get #exchange() {
    const { clock, stopping } = this.#options;
    const nowSeconds = () => Math.floor(clock.now() / 1_000);
    return { stopping, timeoutMs: answerMs, nowSeconds };
  }
}

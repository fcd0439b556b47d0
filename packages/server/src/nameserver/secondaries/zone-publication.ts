/** What each secondary has of a zone, and why it is behind where it is. */
import { listExchanges } from '../../storage/queries/secondaries/secondary-exchanges.ts';
import { zonePublication } from '../../storage/queries/secondaries/zone-confirmations.ts';
import type { HostmasterReader } from '../../storage/schema.ts';
import type { SecondaryExchange } from '../../storage/tables/secondaries/secondary-exchanges.ts';

export type KnownExchange = Omit<SecondaryExchange, 'zone' | 'secondary'>;

export const noExchange: KnownExchange = {
  notifiedAt: null,
  notifyAnswer: null,
  askedAt: null,
  sentAt: null,
  sentSerial: null,
  failedAt: null,
  failure: null,
  sampledAt: null,
  sampleProblem: null,
};

export interface SecondaryPublication {
  readonly name: string;
  readonly serial: number | null;
  readonly confirmedAt: number | null;
  /** It has the newest serial, and answers. */
  readonly isCurrent: boolean;
  readonly isReachable: boolean;
  /** Null when it is up to date and answers as it should. */
  readonly problem: string | null;
  readonly exchange: KnownExchange | null;
}

export interface ZonePublication {
  readonly zone: string;
  readonly domainId: string | null;
  readonly serial: number;
  readonly changedAt: number;
  readonly listedId: string | null;
  readonly secondaries: readonly SecondaryPublication[];
}

/** Null when there never was such a zone. */
export async function readPublication(
  reader: HostmasterReader,
  zone: string,
): Promise<ZonePublication | null> {
  const rows = await reader.all(zonePublication, { zone });
  const [first] = rows;
  if (first === undefined) return null;
  const exchanges = new Map(
    (await reader.all(listExchanges, { zone })).map((each) => [each.secondary, each]),
  );
  const secondaries = rows.flatMap(
    ({ secondary, confirmedSerial, confirmedAt, serial, ...row }) => {
      if (secondary === null) return [];
      const exchange = exchanges.get(secondary) ?? null;
      const { unreachableSince } = row;
      const isReachable = unreachableSince === null;
      const isHeld = confirmedSerial === serial;
      const problem = isReachable
        ? explainSecondary({ isCurrent: isHeld, zoneSerial: serial, exchange })
        : `has not answered since ${new Date(unreachableSince).toISOString()}`;
      return [
        {
          ...{ name: secondary, serial: confirmedSerial, confirmedAt, problem, exchange },
          isCurrent: isHeld && isReachable,
          isReachable,
        },
      ];
    },
  );
  const { domainId, serial, changedAt, listedId } = first;
  return { zone, domainId, serial, changedAt, listedId, secondaries };
}

interface SecondaryState {
  readonly isCurrent: boolean;
  readonly zoneSerial: number;
  /** Null when nothing was exchanged yet. */
  readonly exchange: KnownExchange | null;
}

/** Why it does not serve the newest version, in words; null when it does, as far as it was asked. */
export function explainSecondary(state: SecondaryState): string | null {
  const { exchange } = state;
  if (state.isCurrent) {
    const problem = exchange?.sampleProblem ?? null;
    return problem === null ? null : `has the newest serial, but ${problem}`;
  }
  if (exchange !== null && isAfter(exchange.failedAt, exchange.sentAt)) {
    return `transfer failed: ${exchange.failure}`;
  }
  if (exchange === null || exchange.notifiedAt === null) return 'was not notified yet';
  if (exchange.notifyAnswer === 'unanswered') return 'does not answer NOTIFY';
  if (exchange.sentSerial !== null && exchange.sentSerial >= state.zoneSerial) {
    return 'was sent the newest version, but does not serve it';
  }
  if (exchange.notifyAnswer === 'refused') {
    return 'refuses NOTIFY: it does not know the zone, this key or this address, or its clock differs';
  }
  if (!isAfter(exchange.askedAt, exchange.notifiedAt)) {
    return 'accepted NOTIFY, but has not asked for the transfer';
  }
  return 'is transferring';
}

function isAfter(a: number | null, b: number | null): boolean {
  return a !== null && (b === null || a >= b);
}

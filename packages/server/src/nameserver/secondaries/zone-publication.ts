/** What each secondary has of a zone, and why it is behind where it is. */
import { listExchanges } from '../../storage/queries/secondaries/secondary-exchanges.ts';
import { zonePublication } from '../../storage/queries/secondaries/zone-confirmations.ts';
import type { HostmasterReader } from '../../storage/schema.ts';
import { explainSecondary, type KnownExchange } from './explain-secondary.ts';

export interface SecondaryPublication {
  readonly name: string;
  readonly serial: number | null;
  readonly confirmedAt: number | null;
  readonly isCurrent: boolean;
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
  const secondaries = rows.flatMap(({ secondary, confirmedSerial, confirmedAt, serial }) => {
    if (secondary === null) return [];
    const exchange = exchanges.get(secondary) ?? null;
    const isCurrent = confirmedSerial === serial;
    const problem = explainSecondary({ isCurrent, zoneSerial: serial, exchange });
    return [
      { name: secondary, serial: confirmedSerial, confirmedAt, isCurrent, problem, exchange },
    ];
  });
  const { domainId, serial, changedAt, listedId } = first;
  return { zone, domainId, serial, changedAt, listedId, secondaries };
}

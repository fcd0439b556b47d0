/**
 * Whether a secondary has taken the catalog. Most servers refuse queries about it, and a secondary can
 * accept the transfer and fail to act on it. So it confirms a version that it was sent by serving the
 * newest zone of it: that its answer for this zone is authoritative is the proof.
 */
import { Name, rrTypes } from '@hostmaster/dns';
import { listExchanges } from '../../storage/queries/secondaries/secondary-exchanges.ts';
import { newestAdditions } from '../../storage/queries/zones/zone-journal.ts';
import { findServedZones, newestListedZone } from '../../storage/queries/zones/zones.ts';
import type { HostmasterReader } from '../../storage/schema.ts';
import { unpackRecords } from '../../zones/journal-form.ts';
import type { Confirmation } from './observations.ts';
import type { SerialChecks } from './serial-checks.ts';

export interface CatalogVersion {
  readonly secondary: string;
  readonly serial: number;
}

export interface ListedZone {
  readonly zone: string;
  readonly serial: number;
}

export interface CatalogChecksOptions {
  readonly reader: HostmasterReader;
  /** The name of the catalog zone. */
  readonly catalog: string;
  readonly checks: Pick<SerialChecks, 'afterSending' | 'once'>;
  readonly confirm: (confirmation: Confirmation) => void;
}

export class CatalogChecks {
  readonly #options: CatalogChecksOptions;
  /** By secondary: the version that it was sent, and the zone that it has to serve. */
  readonly #waiting = new Map<string, { readonly zone: string; readonly serial: number }>();

  constructor(options: CatalogChecksOptions) {
    this.#options = options;
  }

  /** A secondary was sent this version. */
  async afterSending(sent: CatalogVersion): Promise<void> {
    const expected = await this.#expect(sent);
    const problem = 'a secondary has not taken the catalog: it does not serve a zone that it lists';
    if (expected !== null) this.#options.checks.afterSending(expected, problem);
  }

  /** A secondary has not confirmed the present version: asks again if it was sent it. */
  async askAgain(version: CatalogVersion): Promise<void> {
    const { reader, catalog, checks } = this.#options;
    const exchanges = await reader.all(listExchanges, { zone: catalog });
    const known = exchanges.find(({ secondary }) => secondary === version.secondary);
    if (known?.sentSerial !== version.serial) return;
    const expected = await this.#expect(version);
    if (expected !== null) checks.once(expected, () => {});
  }

  /** A secondary has reported that it has a zone, whatever it was asked for. */
  noteConfirmed({ zone, secondary, serial }: Confirmation): void {
    const waiting = this.#waiting.get(secondary);
    if (serial === null || waiting === undefined || waiting.zone !== zone) return;
    this.#waiting.delete(secondary);
    this.#options.confirm({ zone: this.#options.catalog, secondary, serial: waiting.serial });
  }

  async #expect({ secondary, serial }: CatalogVersion) {
    const { reader, catalog } = this.#options;
    // A version that is sent meanwhile replaces this one.
    this.#waiting.delete(secondary);
    const member = await newestMember(reader, catalog);
    if (member === null) return null;
    this.#waiting.set(secondary, { zone: member.zone, serial });
    return { ...member, secondary };
  }
}

/** The zone that the catalog listed last; null when it lists none. */
export async function newestMember(
  reader: HostmasterReader,
  catalog: string,
): Promise<ListedZone | null> {
  const entry = await reader.first(newestAdditions, { zone: catalog });
  const added = unpackRecords(entry?.added ?? new Uint8Array())
    .filter(({ type }) => type === rrTypes.PTR)
    .map(({ rdata }) => Name.fromTrustedWire(rdata).toHostname());
  const served = added.length === 0 ? [] : await reader.all(findServedZones, { names: added });
  const name = added.findLast((zone) => served.some((each) => each.name === zone));
  const newest =
    served.find((each) => each.name === name) ?? (await reader.first(newestListedZone, {}));
  return newest === undefined ? null : { zone: newest.name, serial: newest.serial };
}

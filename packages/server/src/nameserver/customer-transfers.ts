/**
 * Zone transfers for keys of customers. A secondary of a customer gets the published view of its zone,
 * by AXFR or IXFR, at its address. An update key gets, at any address, the stored view, which tools
 * compare with their own. The journal is of the published view, so its IXFR is answered with the whole
 * zone (RFC 1995, section 4) or, when the client is up to date, with the SOA alone.
 */
import { type Edns, type Message, rcodes } from '@hostmaster/dns';
import type { TsigKey } from '@hostmaster/dns/node';
import type { Logger } from 'pino';
import type { MachineClock } from '../base/clock.ts';
import { TokenBuckets } from '../base/fairness/token-buckets.ts';
import type { Rate } from '../base/setting-values.ts';
import { persistChange } from '../changes/persist.ts';
import { findDomain } from '../storage/queries/domains/domains.ts';
import { updateAll } from '../storage/row-write.ts';
import type { HostmasterDatabase, HostmasterReader } from '../storage/schema.ts';
import { updateKeys } from '../storage/tables/keys/update-keys.ts';
import { readStoredZone } from '../zone-files/read-stored-zone.ts';
import type {
  DomainSecondaryKeys,
  ZoneFetcher,
} from './domain-secondaries/domain-secondary-keys.ts';
import { readZoneVersion, type SoaDefaults, type ZoneVersion } from './read-zone.ts';
import { prepareTransfer, type Transfer } from './zone-transfers.ts';

/** The owner of a key for UPDATE. */
export interface Updater {
  readonly kind: 'updater';
  readonly keyId: string;
  readonly workspaceId: string;
  /** Null when the key may not read zones. */
  readonly readable: { covers(zone: string): boolean } | null;
}

/** Reads the stored view of its zones, or the published view of one zone. */
export type Customer = Updater | ZoneFetcher;

export type CustomerTransfer =
  | { readonly kind: 'refused'; readonly rcode: number }
  /** `onEnd` is called once, when the transfer was sent or broken off. */
  | (Transfer & { readonly onEnd: (isSent: boolean) => void });

/** Each holds a snapshot while it is read and a file while it is sent. */
const transfersPerWorkspaceMax = 4;

export class CustomerTransfers {
  readonly #options: {
    readonly database: HostmasterDatabase;
    readonly clock: MachineClock;
    readonly log: Logger;
    readonly keys: Pick<DomainSecondaryKeys, 'note' | 'noteAsked'>;
    readonly soaDefaults: SoaDefaults['soaDefaults'];
  };
  readonly #buckets: TokenBuckets | null;
  /** Transfers under way, by workspace. */
  readonly #underWay = new Map<string, number>();

  constructor(options: {
    readonly database: HostmasterDatabase;
    readonly clock: MachineClock;
    readonly log: Logger;
    readonly keys: Pick<DomainSecondaryKeys, 'note' | 'noteAsked'>;
    readonly rate: Rate | null;
    readonly soaDefaults: SoaDefaults['soaDefaults'];
  }) {
    const { rate, clock } = options;
    this.#options = options;
    this.#buckets =
      rate === null
        ? null
        : new TokenBuckets(
            { burst: rate.burst, everyMs: 1_000 / rate.perSecond, keysMax: 10_000 },
            clock,
          );
  }

  async prepare(asked: {
    readonly customer: Customer;
    readonly zone: string;
    /** Where the request comes from. */
    readonly address: string;
    readonly message: Message;
    readonly key: TsigKey;
    readonly ednsOf: (soa: Uint8Array) => Edns | null;
  }): Promise<CustomerTransfer> {
    const { customer, zone, message, key, ednsOf } = asked;
    const { keyId, workspaceId } = customer;
    const obstacle = this.#obstacleTo(customer, asked);
    if (obstacle !== null) return this.#refuse(asked, obstacle);
    const { database, clock, log } = this.#options;
    this.#underWay.set(workspaceId, (this.#underWay.get(workspaceId) ?? 0) + 1);
    try {
      if (customer.kind === 'updater') {
        await persistChange(database, {
          rows: [updateAll(updateKeys, { name: keyId }, { lastUsedAt: clock.now() })],
        });
      } else await this.#options.keys.noteAsked(customer, clock.now());
      const isPublished = customer.kind === 'domain-secondary';
      const read = (reader: HostmasterReader) =>
        isPublished
          ? readZoneVersion(reader, zone, this.#options)
          : storedVersion(reader, { workspaceId, zone, ...this.#options });
      const request = { database, read, message, key, isWhole: !isPublished, ednsOf };
      const transfer = await prepareTransfer(request);
      if (transfer !== null) {
        const { kind, fromSerial, serial, records } = transfer;
        log.info({ zone, key: keyId, kind, fromSerial, serial, records }, 'transfer');
        const onEnd = (isSent: boolean) => {
          this.#end(workspaceId);
          if (isSent && isPublished) this.#noteFetched(customer.id, serial);
        };
        return { ...transfer, onEnd };
      }
    } catch (error) {
      this.#end(workspaceId);
      throw error;
    }
    this.#end(workspaceId);
    return this.#refuse(asked, { rcode: rcodes.REFUSED, reason: 'the zone is not served here' });
  }

  #noteFetched(id: string, fetchedSerial: number): void {
    const { keys, clock } = this.#options;
    keys.note(id, { fetchedAt: clock.now(), fetchedSerial });
  }

  #obstacleTo(
    customer: Customer,
    asked: { readonly zone: string; readonly address: string },
  ): { rcode: number; reason: string } | null {
    const { keyId, workspaceId } = customer;
    const reason = whyForbidden(customer, asked);
    if (reason !== null) return { rcode: rcodes.REFUSED, reason };
    // SERVFAIL invites a retry, which succeeds later.
    if (this.#buckets?.take(keyId).isTaken === false) {
      return { rcode: rcodes.SERVFAIL, reason: 'too many transfers with this key' };
    }
    if ((this.#underWay.get(workspaceId) ?? 0) >= transfersPerWorkspaceMax) {
      return { rcode: rcodes.SERVFAIL, reason: 'too many transfers of this workspace at once' };
    }
    return null;
  }

  #refuse(
    { customer, zone }: { readonly customer: Customer; readonly zone: string },
    { rcode, reason }: { readonly rcode: number; readonly reason: string },
  ): CustomerTransfer {
    this.#options.log.warn({ zone, key: customer.keyId, reason }, 'transfer refused');
    return { kind: 'refused', rcode };
  }

  #end(workspaceId: string): void {
    const count = (this.#underWay.get(workspaceId) ?? 1) - 1;
    if (count === 0) this.#underWay.delete(workspaceId);
    else this.#underWay.set(workspaceId, count);
  }
}

/** Null when the key is for this zone. */
function whyForbidden(
  customer: Customer,
  { zone, address }: { readonly zone: string; readonly address: string },
): string | null {
  if (customer.kind === 'domain-secondary') {
    if (customer.zone !== zone) return `the key is not for ${zone}`;
    return customer.address === address ? null : `${address} is not the address of this secondary`;
  }
  if (customer.readable === null) return 'the key was created without --transfer';
  return customer.readable.covers(zone) ? null : `the key is not for ${zone}`;
}

/** Null for a zone that is not served, or of another workspace. */
async function storedVersion(
  reader: HostmasterReader,
  { workspaceId, zone, soaDefaults }: SoaDefaults & { workspaceId: string; zone: string },
): Promise<ZoneVersion | null> {
  const domain = await reader.first(findDomain, { workspaceId, name: zone });
  if (domain === undefined) return null;
  const { serial, soa, nameservers, pages } = await readStoredZone(reader, domain, soaDefaults);
  if (serial === 0) return null;
  return { zone, serial, soa, apex: nameservers, pages };
}

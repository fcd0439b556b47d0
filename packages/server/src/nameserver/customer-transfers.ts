/**
 * Zone transfers for keys of customers, from any address: the stored view of a zone, which the tools
 * of the customer compare with their own. The journal is of the published view, so IXFR is answered
 * with the whole zone (RFC 1995, section 4) or, when the client is up to date, with the SOA alone.
 */
import { type Edns, type Message, rcodes } from '@hostmaster/dns';
import type { TsigKey } from '@hostmaster/dns/node';
import type { Logger } from 'pino';
import type { MachineClock } from '../base/clock.ts';
import type { Rate } from '../base/setting-values.ts';
import { TokenBuckets } from '../base/token-buckets.ts';
import { persistChange } from '../changes/persist.ts';
import { findDomain } from '../storage/queries/domains/domains.ts';
import { updateAll } from '../storage/row-write.ts';
import type { HostmasterDatabase, HostmasterReader } from '../storage/schema.ts';
import { updateKeys } from '../storage/tables/keys/update-keys.ts';
import { readStoredZone } from '../zone-files/read-stored-zone.ts';
import type { ZoneVersion } from './read-zone.ts';
import { prepareTransfer, type Transfer } from './zone-transfers.ts';

/** The owner of a key for UPDATE. */
export interface Customer {
  readonly kind: 'updater';
  readonly keyId: string;
  readonly workspaceId: string;
  /** Null when the key may not read zones. */
  readonly readable: { covers(zone: string): boolean } | null;
}

export type CustomerTransfer =
  | { readonly kind: 'refused'; readonly rcode: number }
  /** `onEnd` is called once, when the transfer was sent or broken off. */
  | (Transfer & { readonly onEnd: () => void });

/** Each holds a snapshot while it is read and a file while it is sent. */
const transfersPerWorkspaceMax = 4;

export class CustomerTransfers {
  readonly #options: {
    readonly database: HostmasterDatabase;
    readonly clock: MachineClock;
    readonly log: Logger;
  };
  readonly #buckets: TokenBuckets | null;
  /** Transfers under way, by workspace. */
  readonly #underWay = new Map<string, number>();

  constructor(options: {
    readonly database: HostmasterDatabase;
    readonly clock: MachineClock;
    readonly log: Logger;
    readonly rate: Rate | null;
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
    readonly message: Message;
    readonly key: TsigKey;
    readonly ednsOf: (soa: Uint8Array) => Edns | null;
  }): Promise<CustomerTransfer> {
    const { customer, zone, message, key, ednsOf } = asked;
    const { keyId, workspaceId } = customer;
    const obstacle = this.#obstacleTo(customer, zone);
    if (obstacle !== null) return this.#refuse(asked, obstacle);
    const { database, clock, log } = this.#options;
    this.#underWay.set(workspaceId, (this.#underWay.get(workspaceId) ?? 0) + 1);
    try {
      await persistChange(database, {
        rows: [updateAll(updateKeys, { name: keyId }, { lastUsedAt: clock.now() })],
      });
      const read = (reader: HostmasterReader) => storedVersion(reader, { workspaceId, zone });
      const transfer = await prepareTransfer({
        database,
        read,
        message,
        key,
        isWhole: true,
        ednsOf,
      });
      if (transfer !== null) {
        const { kind, fromSerial, serial, records } = transfer;
        log.info({ zone, key: keyId, kind, fromSerial, serial, records }, 'transfer');
        return { ...transfer, onEnd: () => this.#end(workspaceId) };
      }
    } catch (error) {
      this.#end(workspaceId);
      throw error;
    }
    this.#end(workspaceId);
    return this.#refuse(asked, { rcode: rcodes.REFUSED, reason: 'the zone is not served here' });
  }

  #obstacleTo(
    { keyId, workspaceId, readable }: Customer,
    zone: string,
  ): { rcode: number; reason: string } | null {
    if (readable === null) {
      return { rcode: rcodes.REFUSED, reason: 'the key was created without --transfer' };
    }
    if (!readable.covers(zone)) {
      return { rcode: rcodes.REFUSED, reason: `the key is not for ${zone}` };
    }
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

/** Null for a zone that is not served, or of another workspace. */
async function storedVersion(
  reader: HostmasterReader,
  { workspaceId, zone }: { readonly workspaceId: string; readonly zone: string },
): Promise<ZoneVersion | null> {
  const domain = await reader.first(findDomain, { workspaceId, name: zone });
  if (domain === undefined) return null;
  const { serial, soa, nameservers, pages } = await readStoredZone(reader, domain);
  if (serial === 0) return null;
  return { zone, serial, soa, apex: nameservers, pages };
}

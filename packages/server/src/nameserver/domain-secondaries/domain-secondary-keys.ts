/** Which secondary of a customer a TSIG key belongs to, and what it last did. */
import { Name } from '@hostmaster/dns';
import type { TsigKey } from '@hostmaster/dns/node';
import type { Logger } from 'pino';
import type { SecretBox } from '../../base/secret-box.ts';
import { persistChange } from '../../changes/persist.ts';
import { keyNamePrefix } from '../../operations/domain-secondaries/add-domain-secondary.ts';
import { findDomainSecondary } from '../../storage/queries/domain-secondaries/domain-secondaries.ts';
import { updateAll } from '../../storage/row-write.ts';
import type { HostmasterDatabase } from '../../storage/schema.ts';
import {
  type DomainSecondary,
  domainSecondaries,
} from '../../storage/tables/domain-secondaries/domain-secondaries.ts';
import { BatchedWrites } from '../secondaries/batched-writes.ts';

/** The owner of a key with which one zone is fetched as it is published. */
export interface ZoneFetcher {
  readonly kind: 'domain-secondary';
  readonly keyId: string;
  readonly id: string;
  readonly workspaceId: string;
  readonly zone: string;
  readonly address: string;
  /** It has asked before, as far as it is stored. */
  readonly hasAsked: boolean;
}

export type Exchange = Partial<
  Pick<DomainSecondary, 'askedAt' | 'fetchedAt' | 'fetchedSerial' | 'notifiedAt' | 'notifyAnswer'>
>;

const waitMs = 100;
const waitingMax = 10_000;

export class DomainSecondaryKeys {
  readonly #options: {
    readonly database: HostmasterDatabase;
    readonly secrets: SecretBox;
    readonly log: Logger;
  };
  readonly #exchanges = new BatchedWrites<{ readonly id: string; readonly exchange: Exchange }>({
    waitMs,
    write: (batch) => this.#write(batch),
  });

  constructor(options: {
    readonly database: HostmasterDatabase;
    readonly secrets: SecretBox;
    readonly log: Logger;
  }) {
    this.#options = options;
  }

  async find(name: Name): Promise<{ readonly key: TsigKey; readonly owner: ZoneFetcher } | null> {
    const keyName = name.toHostname();
    if (!keyName.startsWith(keyNamePrefix)) return null;
    const found = await this.#options.database.reserved.first(findDomainSecondary, { keyName });
    if (found === undefined) return null;
    const { id, workspaceId, zone, address, askedAt } = found;
    const owner = { id, workspaceId, zone, address, hasAsked: askedAt !== null };
    return {
      key: openKey(found, this.#options.secrets),
      owner: { kind: 'domain-secondary', keyId: keyName, ...owner },
    };
  }

  /**
   * The first time is stored before the zone is read: changes from then on are announced, so none is
   * missed between the two.
   */
  async noteAsked({ id, hasAsked }: ZoneFetcher, askedAt: number): Promise<void> {
    if (hasAsked) this.note(id, { askedAt });
    else {
      const rows = [updateAll(domainSecondaries, { id }, { askedAt })];
      await persistChange(this.#options.database, { rows });
    }
  }

  /** Beyond the limit it is dropped: the next exchange is noted. */
  note(id: string, exchange: Exchange): void {
    const waiting = this.#exchanges.find(id);
    if (waiting === undefined && this.#exchanges.size >= waitingMax) return;
    this.#exchanges.put(id, { id, exchange: { ...waiting?.exchange, ...exchange } });
  }

  flush(): Promise<void> {
    return this.#exchanges.flush();
  }

  async #write(
    batch: readonly { readonly id: string; readonly exchange: Exchange }[],
  ): Promise<void> {
    const rows = batch.map(({ id, exchange }) => updateAll(domainSecondaries, { id }, exchange));
    try {
      await persistChange(this.#options.database, { rows });
    } catch (error) {
      this.#options.log.warn({ err: error }, 'what secondaries of customers did was not stored');
    }
  }
}

export function openKey(
  stored: Pick<DomainSecondary, 'keyName' | 'keyAlgorithm' | 'keySecret'>,
  secrets: SecretBox,
): TsigKey {
  return {
    name: Name.parse(stored.keyName),
    algorithm: stored.keyAlgorithm,
    secret: Buffer.from(secrets.open(stored.keySecret), 'base64'),
  };
}

/** The configured secondaries with decrypted keys; read again after a second. */
import { Name } from '@hostmaster/dns';
import type { TsigKey } from '@hostmaster/dns/node';
import type { MachineClock } from '../../base/clock.ts';
import type { SecretBox } from '../../base/secret-box.ts';
import { listSecondaries } from '../../storage/queries/secondaries/secondaries.ts';
import type { HostmasterReader } from '../../storage/schema.ts';
import type { StoredSecondary } from '../../storage/tables/secondaries/secondaries.ts';

export interface SecondaryAddress {
  readonly address: string;
  readonly port: number;
}

export interface Secondary {
  readonly name: string;
  /** It transfers from any of them; NOTIFY is sent to one that answers. */
  readonly addresses: readonly SecondaryAddress[];
  readonly key: TsigKey;
  /** `axfr`: whole zones only, whatever it asks for. */
  readonly transfers: StoredSecondary['transfers'];
  /** `only`: transfers without TLS are refused. */
  readonly tls: StoredSecondary['tls'];
  /** SHA-256 of the public key of its client certificate, in base64; null when any will do. */
  readonly tlsKey: string | null;
}

/** A zone on a secondary, both by name. */
export interface Place {
  readonly zone: string;
  readonly secondary: string;
}

const freshMs = 1_000;
/** Limits the database queries that unknown keys can cause. */
const unknownKeyMs = 20;

export class SecondaryDirectory {
  readonly #options: {
    readonly reader: HostmasterReader;
    readonly secrets: SecretBox;
    readonly clock: MachineClock;
  };
  #known: { readonly list: readonly Secondary[]; readonly at: number } | null = null;
  #reading: Promise<readonly Secondary[]> | null = null;

  constructor(options: {
    readonly reader: HostmasterReader;
    readonly secrets: SecretBox;
    readonly clock: MachineClock;
  }) {
    this.#options = options;
  }

  async list(ageMsMax = freshMs): Promise<readonly Secondary[]> {
    const { clock } = this.#options;
    if (this.#known !== null && clock.now() - this.#known.at < ageMsMax) return this.#known.list;
    this.#reading ??= this.#read().finally(() => {
      this.#reading = null;
    });
    return this.#reading;
  }

  /**
   * Answers from the cached list, for callers that cannot wait. It is at most a second old, or
   * being read.
   */
  hasAddress(address: string): boolean {
    this.list().catch(() => {
      // Callers that await the list get this error.
    });
    return this.#known?.list.some((secondary) => hasAddress(secondary, address)) ?? false;
  }

  /** As hasAddress: those that are known now. */
  addresses(): readonly string[] {
    this.list().catch(() => {
      // Callers that await the list get this error.
    });
    return (
      this.#known?.list.flatMap(({ addresses }) => addresses.map(({ address }) => address)) ?? []
    );
  }

  /** An unknown key may have been created a moment ago, so the list is read again. */
  async findByKey(keyName: Name): Promise<Secondary | null> {
    for (const ageMsMax of [freshMs, unknownKeyMs]) {
      const list = await this.list(ageMsMax);
      const found = list.find(({ key }) => key.name.equals(keyName));
      if (found !== undefined) return found;
    }
    return null;
  }

  async #read(): Promise<readonly Secondary[]> {
    const { reader, secrets, clock } = this.#options;
    const at = clock.now();
    const stored = await reader.all(listSecondaries, {});
    const list = stored.map((secondary) => openSecondary(secondary, secrets));
    this.#known = { list, at };
    return list;
  }
}

export function hasAddress({ addresses }: Secondary, address: string): boolean {
  return addresses.some((each) => each.address === address);
}

function openSecondary(stored: StoredSecondary, secrets: SecretBox): Secondary {
  return {
    name: stored.name,
    addresses: [{ address: stored.address, port: stored.port }, ...stored.otherAddresses],
    transfers: stored.transfers,
    tls: stored.tls,
    tlsKey: stored.tlsKey,
    key: {
      name: Name.parse(stored.keyName),
      algorithm: stored.keyAlgorithm,
      secret: Buffer.from(secrets.open(stored.keySecret), 'base64'),
    },
  };
}

/** The secondaries this deployment knows, with their keys opened; read again within a second. */
import { Name } from '@hostmaster/dns';
import type { TsigKey } from '@hostmaster/dns/node';
import type { MachineClock } from '../../base/clock.ts';
import type { SecretBox } from '../../base/secret-box.ts';
import { listSecondaries } from '../../storage/queries/secondaries.ts';
import type { HostmasterReader, SecondaryRow } from '../../storage/schema.ts';

export interface Secondary {
  readonly name: string;
  readonly address: string;
  readonly port: number;
  readonly key: TsigKey;
}

const freshMs = 1_000;
/** So that a flood of unknown keys is no flood of queries. */
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

  /** By the list at hand, for decisions that cannot wait; it is a second old at most, or being read. */
  hasAddress(address: string): boolean {
    this.list().catch(() => {
      // Whoever needs the secondaries themselves hears of it.
    });
    return this.#known?.list.some((secondary) => secondary.address === address) ?? false;
  }

  /** A key that is not known may have been made a moment ago. */
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
    const rows = await reader.all(listSecondaries, {});
    const list = rows.map((row) => openSecondary(row, secrets));
    this.#known = { list, at };
    return list;
  }
}

function openSecondary(row: SecondaryRow, secrets: SecretBox): Secondary {
  return {
    name: row.name,
    address: row.address,
    port: row.port,
    key: {
      name: Name.parse(row.key_name),
      algorithm: 'hmac-sha256',
      secret: Buffer.from(secrets.open(row.key_secret), 'base64'),
    },
  };
}

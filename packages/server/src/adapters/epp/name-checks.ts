/** Which names a registry offers, at which price, and why not the others. */
import { checkDomains, infoDomain } from '@hostmaster/epp';
import type { Asker, RegistryAvailability, UnavailableName } from '../../registrars/registrar.ts';
import type { CheckLimit } from './check-limit.ts';
import { feeQuery, premiumOf } from './fees.ts';
import { scriptProblem } from './idn-tables.ts';
import { absentCodes, ask, Refused } from './outcomes.ts';
import type { OutsidePool } from './outside-pool.ts';
import type { RegistryConfig } from './registry-config.ts';

const notOffered = { available: false, premium: null, because: 'not-offered' } as const;
const unpriced: RegistryAvailability = { ...notOffered, reason: 'The registry names no price' };

interface NameCheckOptions {
  readonly config: RegistryConfig;
  readonly pool: OutsidePool;
  readonly limit: CheckLimit;
}

export class NameChecks {
  readonly #options: NameCheckOptions;

  constructor(options: NameCheckOptions) {
    this.#options = options;
  }

  /** Results by name. A name that makes a whole command fail is checked alone. */
  async check(
    names: readonly string[],
    asker?: Asker,
  ): Promise<ReadonlyMap<string, RegistryAvailability>> {
    const problems = names.flatMap((name) => {
      const reason = scriptProblem(this.#options.config, name);
      return reason === null ? [] : [[name, { ...notOffered, reason }] as const];
    });
    const refused = new Map(problems);
    const answers = await this.#options.limit.ask(
      names.filter((name) => !refused.has(name)),
      (chunk) => this.#checkNames(chunk, asker),
      (name, { message }) => [name, { ...notOffered, reason: message }] as const,
    );
    return new Map([...problems, ...answers]);
  }

  async #checkNames(
    names: readonly string[],
    asker: Asker | undefined,
  ): Promise<readonly (readonly [string, RegistryAvailability])[]> {
    const request = { names, ...feeQuery(this.#options.config) };
    const { data } = await ask(this.#options.pool, checkDomains, request, asker);
    return Promise.all(
      data.domains.map(async ({ name, available, reason }) => {
        const key = name.toLowerCase();
        const premium = premiumOf(this.#options.config, data, key);
        if (available) {
          return [key, premium === 'unpriced' ? unpriced : { available, premium }] as const;
        }
        // What a name of another registrar costs matters for its transfer.
        const known = premium === 'unpriced' ? null : premium;
        const because = await this.#obstacleTo(key, asker);
        return [
          key,
          { available, premium: known, because, ...(reason === undefined ? {} : { reason }) },
        ] as const;
      }),
    );
  }

  /** A registry's reason is prose in any language; whether there is an object is a result code. */
  async #obstacleTo(name: string, asker: Asker | undefined): Promise<UnavailableName['because']> {
    if (asker?.purpose === 'check') return 'taken';
    try {
      await ask(this.#options.pool, infoDomain, { name }, asker);
      return 'taken';
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      return absentCodes.has(error.code) ? 'not-offered' : 'taken';
    }
  }
}

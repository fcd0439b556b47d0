/**
 * The list of RDAP servers: fetched when a name is looked up and the copy is older than a day, and
 * kept in a file, so that a restart and an outage of its source cost nothing.
 */
import { mkdir, readFile, rename, stat, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { dayMs, minuteMs } from '@hostmaster/contract/durations';
import type { MachineClock } from '../../base/clock.ts';
import { parseBootstrap, type RdapServers } from '../../rdap/bootstrap.ts';

const refreshMs = dayMs;
const retryMs = 5 * minuteMs;

interface Copy {
  readonly servers: RdapServers;
  readonly fetchedAt: number;
}

export class ServerList {
  readonly #file: string;
  readonly #clock: MachineClock;
  readonly #fetch: () => Promise<string>;
  #copy: Promise<Copy | null> | null = null;
  #refreshing: Promise<Copy> | null = null;
  #failedAt = Number.NEGATIVE_INFINITY;

  constructor(options: {
    readonly file: string;
    readonly clock: MachineClock;
    /** Rejects without an answer. */
    readonly fetch: () => Promise<string>;
  }) {
    this.#file = options.file;
    this.#clock = options.clock;
    this.#fetch = options.fetch;
  }

  /** Rejects when there is no copy and the source does not answer. */
  async servers(): Promise<RdapServers> {
    this.#copy ??= this.#readCopy();
    const copy = await this.#copy;
    const now = this.#clock.now();
    if (copy !== null && now < copy.fetchedAt + refreshMs) return copy.servers;
    if (copy !== null && now < this.#failedAt + retryMs) return copy.servers;
    this.#refreshing ??= this.#refresh().finally(() => {
      this.#refreshing = null;
    });
    try {
      return (await this.#refreshing).servers;
    } catch (error) {
      if (copy === null) throw error;
      return copy.servers;
    }
  }

  async #refresh(): Promise<Copy> {
    try {
      const text = await this.#fetch();
      const servers = parseBootstrap(text);
      if (servers === null) throw new Error('The list of RDAP servers cannot be read.');
      const copy = { servers, fetchedAt: this.#clock.now() };
      this.#copy = Promise.resolve(copy);
      // Without a file the next start fetches the list again.
      await this.#keep(text).catch(() => {});
      return copy;
    } catch (error) {
      this.#failedAt = this.#clock.now();
      throw error;
    }
  }

  /** Another process may write at the same moment; each file is whole. */
  async #keep(text: string): Promise<void> {
    const part = `${this.#file}.${process.pid}.part`;
    await mkdir(dirname(this.#file), { recursive: true });
    await writeFile(part, text);
    await rename(part, this.#file);
  }

  async #readCopy(): Promise<Copy | null> {
    try {
      const { mtimeMs: fetchedAt } = await stat(this.#file);
      const servers = parseBootstrap(await readFile(this.#file, 'utf8'));
      return servers === null ? null : { servers, fetchedAt };
    } catch {
      return null;
    }
  }
}

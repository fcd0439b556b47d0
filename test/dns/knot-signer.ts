/** Another DNS operator: Knot, which signs its zones and publishes CDS and CDNSKEY records of their keys. */
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { environment, requirePrograms } from '@hostmaster/test-rig/debian-packages';
import { dig } from '@hostmaster/test-rig/dns-peers';
import { createTestDirectory } from '@hostmaster/test-rig/engines';
import { hasEnded } from '@hostmaster/test-rig/has-ended';
import { until } from '@hostmaster/test-rig/service';

const run = promisify(execFile);

/** Listens on 127.0.0.1 and 127.0.0.2. */
export class KnotSigner {
  readonly port: number;
  readonly #directory: string;
  readonly #zones: readonly string[];
  #server: ChildProcess | null = null;

  private constructor(place: {
    readonly port: number;
    readonly directory: string;
    readonly zones: readonly string[];
  }) {
    this.port = place.port;
    this.#directory = place.directory;
    this.#zones = place.zones;
  }

  /** `zones` are zone files by name. */
  static async start({
    port,
    zones,
  }: {
    readonly port: number;
    readonly zones: Readonly<Record<string, string>>;
  }): Promise<KnotSigner> {
    requirePrograms({ programs: ['knotd', 'knotc'], packages: ['knot'] });
    const directory = (await createTestDirectory()).path;
    const signer = new KnotSigner({ port, directory, zones: Object.keys(zones) });
    for (const [zone, text] of Object.entries(zones)) await signer.#write(zone, text);
    await signer.#configure('always');
    signer.#server = spawn('knotd', ['-c', signer.#file], { env: environment, stdio: 'ignore' });
    for (const zone of signer.#zones) {
      await until(
        `${zone} is signed`,
        async () => (await signer.read(zone, 'DNSKEY')).length === 1,
      );
    }
    return signer;
  }

  /** The data of records, as dig shows it, and without spaces in digests and keys. */
  async read(name: string, type: string): Promise<readonly string[]> {
    const found = await dig(this.port, name, type, '+short', '+norecurse', '+nosplit');
    return found.split('\n').filter((line) => /^\d/.test(line));
  }

  async replaceZone(zone: string, text: string): Promise<void> {
    await this.#write(zone, text);
    await this.control('zone-reload', zone);
  }

  /** The new key signs beside the old one, and its CDS record has taken the place of the old one's. */
  async rollKey(zone: string): Promise<void> {
    const before = await this.read(zone, 'CDS');
    await this.control('zone-key-rollover', zone, 'ksk');
    await until('the zone asks for the DS record of the new key', async () => {
      const after = await this.read(zone, 'CDS');
      return after.length === 1 && after.join() !== before.join();
    });
  }

  /** The parent has the DS record of the new key: the old key leaves. */
  async endRoll(zone: string): Promise<void> {
    await this.control('zone-ksk-submitted', zone);
    await until('the zone has one key', async () => {
      return (await this.read(zone, 'DNSKEY')).length === 1;
    });
  }

  /** All zones ask for the end of their DS records. */
  async askForRemoval(): Promise<void> {
    await this.#configure('delete-dnssec');
    await this.control('reload');
    for (const zone of this.#zones) {
      await this.control('zone-sign', zone);
      await until('the zone asks for the end of its DS records', async () => {
        return (await this.read(zone, 'CDS')).join() === '0 0 0 00';
      });
    }
  }

  async control(...args: readonly string[]): Promise<void> {
    await run('knotc', ['-c', this.#file, ...args], { env: environment });
  }

  async stop(): Promise<void> {
    const server = this.#server;
    if (server === null || hasEnded(server)) return;
    const ended = new Promise((resolve) => server.once('exit', resolve));
    server.kill();
    await ended;
  }

  get #file(): string {
    return join(this.#directory, 'knot.conf');
  }

  async #write(zone: string, text: string): Promise<void> {
    await writeFile(join(this.#directory, `${zone}.zone`), text);
  }

  /** Short TTLs, so that a key is replaced in seconds; the operator says when the parent has its DS record. */
  async #configure(publish: 'always' | 'delete-dnssec'): Promise<void> {
    await writeFile(
      this.#file,
      `server:
    rundir: "${this.#directory}"
    listen: [127.0.0.1@${this.port}, 127.0.0.2@${this.port}]
database:
    storage: "${this.#directory}"
submission:
  - id: manual
policy:
  - id: combined
    single-type-signing: on
    algorithm: ecdsap256sha256
    ksk-lifetime: 0
    dnskey-ttl: 1
    zone-max-ttl: 1
    propagation-delay: 0
    cds-cdnskey-publish: ${publish}
    ksk-submission: manual
template:
  - id: default
    storage: "${this.#directory}"
    file: "%s.zone"
    dnssec-signing: on
    dnssec-policy: combined
    zonefile-load: difference-no-serial
    zonefile-sync: -1
    journal-content: all
zone:
${this.#zones.map((zone) => `  - domain: ${zone}\n`).join('')}`,
    );
  }
}

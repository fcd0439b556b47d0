/** Another operator that signs a domain: BIND, with a key-signing and a zone-signing key of its own. */
import { type ChildProcess, spawn } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { environment, requirePrograms } from '@hostmaster/test-rig/debian-packages';
import { dig, freePort } from '@hostmaster/test-rig/dns-peers';
import { createTestDirectory } from '@hostmaster/test-rig/engines';
import { hasEnded } from '@hostmaster/test-rig/has-ended';
import { until } from '@hostmaster/test-rig/service';
import { generateKey, signZoneFile } from './bind-signer.ts';

export class OtherOperator {
  readonly port: number;
  /** The data of its DNSKEY records; the first is the entry point. */
  readonly keys: readonly [string, string];
  readonly #place: { readonly zone: string; readonly directory: string };
  #server: ChildProcess | null = null;

  private constructor(
    port: number,
    keys: readonly [string, string],
    place: { readonly zone: string; readonly directory: string },
  ) {
    this.port = port;
    this.keys = keys;
    this.#place = place;
  }

  /** It does not answer yet. */
  static async create(zone: string): Promise<OtherOperator> {
    requirePrograms({
      programs: ['named', 'dnssec-keygen', 'dnssec-signzone'],
      packages: ['bind9', 'bind9-utils'],
    });
    const place = { zone, directory: (await createTestDirectory()).path };
    const port = await freePort();
    const keys = [await generateKey(place, 'KSK'), await generateKey(place, 'ZSK')] as const;
    await writeFile(join(place.directory, 'named.conf'), configuration({ ...place, port }));
    return new OtherOperator(port, keys, place);
  }

  /** Answers with these records, its own keys and these of others, which it cannot sign with. */
  async publish(records: string, others: readonly string[]): Promise<void> {
    const { zone, directory } = this.#place;
    const foreign = others.map((dnskey) => `@ 300 IN DNSKEY ${dnskey}\n`).join('');
    await signZoneFile(this.#place, { text: `${records}${foreign}` });
    if (this.#server === null) {
      this.#server = spawn('named', ['-g', '-n', '1', '-c', join(directory, 'named.conf')], {
        env: environment,
        stdio: 'ignore',
      });
    } else {
      this.#server.kill('SIGHUP');
    }
    const wanted = this.keys.length + others.length;
    await until('the other operator has the zone', async () => {
      const found = await dig(this.port, zone, 'DNSKEY', '+short').catch(() => '');
      return (found.match(/^25[67] /gm) ?? []).length === wanted;
    });
  }

  async stop(): Promise<void> {
    const server = this.#server;
    if (server === null || hasEnded(server)) return;
    const ended = new Promise((resolve) => server.once('exit', resolve));
    server.kill();
    await ended;
  }
}

function configuration(place: {
  readonly zone: string;
  readonly directory: string;
  readonly port: number;
}): string {
  return `options {
  directory "${place.directory}";
  listen-on port ${place.port} { 127.0.0.1; };
  listen-on-v6 { none; };
  pid-file none;
  session-keyfile none;
  recursion no;
};
controls { };
zone "${place.zone}" { type primary; file "${place.zone}.signed"; };
`;
}

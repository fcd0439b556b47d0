/**
 * The script of docs/secondaries.md that reads the catalog for NSD, beside a real NSD. The catalog comes
 * from a zone file, so that it can list many zones at once, as a new secondary sees them.
 */
import { execFile } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type Message, makeQuery, Name, rcodes, rrTypes } from '@hostmaster/dns';
import { exchange } from '@hostmaster/dns/node';
import { environment } from '@hostmaster/test-rig/debian-packages';
import { freePort, type Peer, requireDnsPeers, startPeer } from '@hostmaster/test-rig/dns-peers';
import { createEngine, createTestDirectory } from '@hostmaster/test-rig/engines';
import { until } from '@hostmaster/test-rig/service';
import { beforeAll, describe, it } from 'vitest';

const catalog = 'catalog.hostmaster.invalid';
/** Sent to nsd-control in one piece, these stop NSD 4.6. */
const zones = Array.from({ length: 1_500 }, (_, index) => `listed-${index}.com`);
const kept = zones.slice(0, 3);

describe('the catalog script for NSD', () => {
  const engine = createEngine('sqlite');
  let nsd: Peer;

  beforeAll(async () => {
    requireDnsPeers();
    const directory = (await createTestDirectory()).path;
    nsd = await startPeer('nsd', {
      engine,
      setting: {
        ...{ directory, address: '127.0.0.1', port: await freePort(), hasIpv6: false },
        primary: { address: '127.0.0.1', port: await freePort() },
        ...{ name: 'nsd', keyName: 'hostmaster-nsd', secret: 'bm8gcHJpbWFyeSBrbm93cyB0aGlz' },
      },
    });
  });

  it('adds all zones of a large catalog', async () => {
    await publish(1, zones);
    await untilRefused(false, zones);
  });

  it('removes the zones that a later catalog does not list, and no others', async () => {
    await publish(2, kept);
    await untilRefused(true, zones.slice(kept.length));
    await untilRefused(false, kept);
  });

  async function publish(serial: number, listed: readonly string[]): Promise<void> {
    const records = [
      `@ 0 SOA invalid. invalid. ${serial} 3600 600 2147483646 0`,
      '@ 0 NS invalid.',
      'version 0 TXT "2"',
      ...listed.map((zone, index) => `n${index}.zones 0 PTR ${zone}.`),
    ];
    const text = `$ORIGIN ${catalog}.\n${records.join('\n')}\n`;
    await mkdir(join(nsd.directory, 'zones'), { recursive: true });
    await writeFile(join(nsd.directory, 'zones', catalog), text);
    const control = ['-c', join(nsd.directory, 'nsd.conf'), 'reload', catalog];
    await promisify(execFile)('nsd-control', control, { env: environment });
  }

  /** A zone that NSD knows but could not transfer yet answers SERVFAIL; unknown ones are refused. */
  async function untilRefused(isRefused: boolean, names: readonly string[]): Promise<void> {
    const open = [...names];
    const isDone = async () => {
      for (let name = open[0]; name !== undefined; name = open[0]) {
        if (((await ask(name)).rcode === rcodes.REFUSED) !== isRefused) return false;
        open.shift();
      }
      return true;
    };
    await until(`NSD ${isRefused ? 'refuses' : 'knows'} ${names.length} zones`, isDone, 60_000);
  }

  function ask(name: string): Promise<Message> {
    const query = makeQuery(1, { name: Name.parse(name), type: rrTypes.SOA });
    const { address, port } = nsd;
    const nowSeconds = () => Math.floor(Date.now() / 1_000);
    return exchange(query, { address, port, timeoutMs: 20_000, nowSeconds });
  }
});

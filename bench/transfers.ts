/**
 * A fresh secondary fetches every zone: zones per second, and the resident memory of the service.
 *   npm run bench:transfers [-- --zones 20000] [-- --connections 8]
 * The zones are written to the database directly. The secondary is a client of this process that
 * fetches the catalog, then each zone by AXFR over a connection of its own, as Knot does, and
 * answers the SOA queries of the service.
 */
import type { ChildProcess } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { encodeMessage, makeReply, Name, type ResourceRecord, rrTypes } from '@hostmaster/dns';
import {
  type DnsRequest,
  signPacket,
  startDnsServer,
  type TsigKey,
  transferZone,
} from '@hostmaster/dns/node';
import { cpuSeconds } from './cpu-seconds.ts';
import { startDnsService } from './dns-service.ts';
import { createZones } from './zones.ts';

const args = process.argv.join(' ');
const zones = Number(/--zones (\d+)/.exec(args)?.[1] ?? 20_000);
const connections = Number(/--connections (\d+)/.exec(args)?.[1] ?? 8);
const catalog = 'catalog.hostmaster.invalid';
const nowSeconds = () => Math.floor(Date.now() / 1_000);
const goals = { zonesPerSecond: 1_000, residentMb: 250 };

await measure();

async function measure(): Promise<void> {
  const started = await startDnsService();
  const held = new Map<string, ResourceRecord>();
  let key: TsigKey | null = null;
  const secondary = await startDnsServer({
    host: '127.0.0.1',
    port: 0,
    onError: console.error,
    handler: (request) => (key === null ? null : answer(request, { held, key })),
  });
  try {
    const { port, process: server } = started;
    await createZones(started.dataDir, { zones, recordsPerZone: 4 });
    const tsig = started.addSecondary('s', `127.0.0.1:${secondary.address.port}`);
    key = {
      name: Name.parse(tsig.name),
      algorithm: 'hmac-sha256',
      secret: Buffer.from(tsig.secret, 'base64'),
    };
    const fetch = (zone: string) => fetchZone({ zone, port, key: key as TsigKey });
    const names = await catalogMembers(fetch);
    console.log(`  catalog with ${names.length} zones; resident ${residentMb(server)} MB before`);
    const startedAt = performance.now();
    const cpuBefore = { service: cpuSeconds(server.pid), secondary: cpuSeconds(process.pid) };
    let peakMb = 0;
    await Promise.all(
      Array.from({ length: connections }, async () => {
        for (let zone = names.pop(); zone !== undefined; zone = names.pop()) {
          const [soa] = await fetch(zone);
          if (soa !== undefined) held.set(zone, soa);
          if (held.size % 500 === 0) peakMb = Math.max(peakMb, residentMb(server));
        }
      }),
    );
    const seconds = (performance.now() - startedAt) / 1_000;
    peakMb = Math.max(peakMb, residentMb(server));
    report({ seconds, peakMb });
    const service = cpuSeconds(server.pid) - cpuBefore.service;
    const own = cpuSeconds(process.pid) - cpuBefore.secondary;
    const perZone = (cpu: number) => `${((cpu / zones) * 1_000).toFixed(2)} ms`;
    console.log(
      `  CPU time per zone: ${perZone(service)} in the service, ${perZone(own)} in the secondary`,
    );
  } finally {
    started.remove();
    await secondary.close();
  }
}

function report({ seconds, peakMb }: { readonly seconds: number; readonly peakMb: number }): void {
  const rate = zones / seconds;
  const isMet = rate >= goals.zonesPerSecond && peakMb < goals.residentMb;
  console.log(
    `  ${zones} zones in ${seconds.toFixed(1)} s: ${rate.toFixed(0)} zones/s, resident at most ${peakMb} MB (goal: ${goals.zonesPerSecond} zones/s, under ${goals.residentMb} MB) ${isMet ? 'met' : 'MISSED'}`,
  );
}

/** The catalog is complete when its member count is that of the zones. */
async function catalogMembers(
  fetch: (zone: string) => Promise<readonly ResourceRecord[]>,
): Promise<string[]> {
  for (;;) {
    const members = (await fetch(catalog))
      .filter(({ type }) => type === rrTypes.PTR)
      .map(({ rdata }) => Name.fromTrustedWire(rdata).toHostname());
    if (members.length === zones) return members;
  }
}

async function fetchZone(order: {
  readonly zone: string;
  readonly port: number;
  readonly key: TsigKey;
}): Promise<readonly ResourceRecord[]> {
  const result = await transferZone({
    address: '127.0.0.1',
    port: order.port,
    key: order.key,
    id: 7,
    zone: Name.parse(order.zone),
    timeoutMs: 60_000,
    nowSeconds,
  });
  if (result.kind !== 'axfr') throw new Error(`${order.zone} came as ${result.kind}.`);
  return [result.soa, ...result.records];
}

function answer(
  { message }: DnsRequest,
  secondary: { readonly held: ReadonlyMap<string, ResourceRecord>; readonly key: TsigKey },
): Uint8Array | null {
  if (message === null || message.tsig === null) return null;
  const soa = secondary.held.get(message.questions[0]?.name.toHostname() ?? '');
  const reply = makeReply(message, {
    authoritative: true,
    answers: soa === undefined ? [] : [soa],
  });
  return signPacket(encodeMessage(reply), {
    key: secondary.key,
    nowSeconds: nowSeconds(),
    requestMac: message.tsig.mac,
  }).packet;
}

function residentMb({ pid }: ChildProcess): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return Math.round(Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1_024);
}

/**
 * Signed zones at the built-in server: answers with signatures over UDP beside those of unsigned zones, asked
 * for in the same way, and the CPU time that making signatures again takes.
 *   npm run bench:signed [-- --seconds 5] [-- --zones 100]
 */
import { setTimeout as pause } from 'node:timers/promises';
import { classes, encodeMessage, type Message, makeMessage, Name, rrTypes } from '@hostmaster/dns';
import { exchange } from '@hostmaster/dns/node';
import { query } from '@hostmaster/test-rig/any-query';
import { contact } from './contact.ts';
import { cpuSeconds } from './cpu-seconds.ts';
import { apiKey, type DnsService, startDnsService } from './dns-service.ts';
import { line } from './measure.ts';
import { Rates } from './udp-load.ts';
import { inDatabase } from './zones.ts';

const args = process.argv.join(' ');
const seconds = Number(/--seconds (\d+)/.exec(args)?.[1] ?? 5);
const zones = Number(/--zones (\d+)/.exec(args)?.[1] ?? 100);
const rounds = 3;
const zonesOfDay = 100_000;
const goals = { ofUnsigned: 0.8, coreShare: 0.02 };
const udpPayloadBytes = 1_232;

const makeDue = query<object>()(({ db }) =>
  db.updateTable('zone_signatures').set({ refresh_at: 1 }).where('refresh_at', '>', 1),
);

const countDue = query<object>()(({ db }) =>
  db
    .selectFrom('zone_signatures')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('refresh_at', '=', 1),
);

const service = await startDnsService();
try {
  await benchAnswers(service);
  await benchRefresh(service);
} finally {
  service.remove();
}

async function benchAnswers(server: DnsService): Promise<void> {
  const [plain, signed] = [namesOf('plain'), namesOf('signed')];
  for (const name of [...plain, ...signed]) {
    await call(server, '/v1/domains', { method: 'POST', body: { domain: name, contact } });
    const record = { type: 'A', name: 'host', value: '192.0.2.1' };
    await call(server, `/v1/domains/${name}/dns`, { method: 'POST', body: record });
  }
  for (const name of signed) await sign(server, name);
  for (const name of plain) await untilAnswered(server, name, 1);
  for (const name of signed) await untilAnswered(server, name, 2);
  const rates = [plain, signed].map(
    (names) =>
      new Rates(server, {
        packets: names.map((name, id) => encodeMessage(questionFor(name, id))),
        seconds,
      }),
  );
  // They take turns, so that other work on the machine meets each of them.
  for (let round = 0; round <= rounds; round += 1) {
    for (const each of rates) await each.measure();
  }
  const [unsigned, own] = rates;
  if (unsigned === undefined || own === undefined) return;
  const share = own.perSecond / unsigned.perSecond;
  line('answers of signed zones, of those of unsigned ones', {
    figures: `${share.toFixed(2)}: ${own} against ${unsigned}`,
    isMet: share >= goals.ofUnsigned,
  });
}

/** All signatures of the zones are due at once; most of a zone are its own NS, SOA and NSEC. */
async function benchRefresh(server: DnsService): Promise<void> {
  const pid = server.process.pid ?? 0;
  const signatures = await inDatabase(server.dataDir, async (database) => {
    await database.transaction((tx) => tx.run(makeDue, {}));
    return (await database.first(countDue, {}))?.count ?? 0;
  });
  const before = cpuSeconds(pid);
  await inDatabase(server.dataDir, async (database) => {
    while (((await database.first(countDue, {}))?.count ?? 0) > 0) await pause(100);
  });
  const ofZone = (cpuSeconds(pid) - before) / zones;
  const share = (ofZone * zonesOfDay) / (24 * 60 * 60);
  line(`making ${signatures} signatures of ${zones} zones again`, {
    figures: `${(ofZone * 1_000).toFixed(1)} ms of CPU time for a zone; ${zonesOfDay} in a day: ${(share * 100).toFixed(2)} % of a core`,
    isMet: share < goals.coreShare,
  });
}

function namesOf(kind: string): string[] {
  return Array.from({ length: zones }, (_, index) => `bench-${kind}-${index}.com`);
}

function questionFor(domain: string, id: number): Message {
  return makeMessage(id, {
    questions: [{ name: Name.parse(`host.${domain}`), type: rrTypes.A, class: classes.IN }],
    edns: { udpPayloadBytes, version: 0, dnssecOk: true, options: [] },
  });
}

/** As soon as the registry has confirmed its registration. */
async function sign({ url }: DnsService, domain: string): Promise<void> {
  for (;;) {
    const response = await fetch(`${url}/v1/domains/${domain}/dnssec`, {
      method: 'PUT',
      headers: { 'x-api-key': apiKey },
    });
    const { code } = (await response.json()) as { readonly code?: string };
    if (response.status === 200) return;
    if (code !== 'domain_pending') throw new Error(`${domain} cannot be signed: ${code}`);
    await pause(50);
  }
}

async function untilAnswered({ port }: DnsService, domain: string, records: number): Promise<void> {
  const nowSeconds = () => Math.floor(Date.now() / 1_000);
  const place = { address: '127.0.0.1', port, timeoutMs: 5_000, nowSeconds };
  for (;;) {
    const { answers } = await exchange(questionFor(domain, 1), place);
    if (answers.length === records) return;
    await pause(50);
  }
}

async function call(
  { url }: DnsService,
  path: string,
  { method, body }: { readonly method: string; readonly body: object },
): Promise<void> {
  const response = await fetch(`${url}${path}`, {
    method,
    headers: { 'x-api-key': apiKey, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (response.status !== 200) throw new Error(await response.text());
  await response.arrayBuffer();
}

/** NOTIFY as a secondary sees it: signed, at once, never two at a time for a zone, repeated until it is accepted. */
import { encodeMessage, makeReply, Name, rcodes, readNotify } from '@hostmaster/dns';
import {
  type DnsServer,
  signPacket,
  startDnsServer,
  type TsigKey,
  transferZone,
  verifyPacket,
} from '@hostmaster/dns/node';
import type { ApiClient } from '@hostmaster/test-rig/api-client';
import { createEngine } from '@hostmaster/test-rig/engines';
import { TestService, until } from '@hostmaster/test-rig/service';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { insertRaise } from '../../packages/server/src/storage/queries/zones/zone-journal.ts';
import { findZone, raiseSerial } from '../../packages/server/src/storage/queries/zones/zones.ts';
import { addSecondary } from './add-secondary.ts';

interface ReceivedNotify {
  readonly zone: string;
  readonly at: number;
  readonly isSigned: boolean;
  readonly from: string;
}

describe('NOTIFY', () => {
  const service = new TestService(createEngine('sqlite'), {
    settings: { HOSTMASTER_DNS_SOURCE: '127.0.0.53' },
  });
  let client: ApiClient;
  let domain: string;
  let server: DnsServer;
  let key: TsigKey;
  let notifies: ReceivedNotify[] = [];
  let open = 0;
  let openMax = 0;
  let signsRefusals = true;
  let answer: (zone: string) => number | null | Promise<number | null> = () => rcodes.NOERROR;

  beforeAll(async () => {
    await service.start();
    server = await startDnsServer({ host: '127.0.0.1', port: 0, onError: console.error, handler });
    const address = `127.0.0.1:${server.address.port}`;
    key = await addSecondary(service.place, { name: 'listener', address });
    client = (await service.workspace()).client;
    domain = await service.liveDomain(client);
    await until('the catalog was announced', () => notifies.some(({ zone }) => isCatalog(zone)));
  });
  beforeEach(async () => {
    answer = () => rcodes.NOERROR;
    signsRefusals = true;
    await until('all is quiet', () => open === 0);
    notifies = [];
    openMax = 0;
  });
  afterAll(async () => {
    await service.stop();
    await server.close();
  });

  it('comes from the address that the operator chose, which the secondary allows', async () => {
    await change('source');
    await until('the change is announced', () => notifies.length > 0);
    expect(notifies[0]?.from).toBe('127.0.0.53');
  });

  it('comes signed, right after the change', async () => {
    await change('once');
    const repliedAt = performance.now();
    await until('the change is announced', () => notifiesOf(domain).length > 0);
    // On a slow machine a reminder of an earlier change may have come too.
    expect(notifiesOf(domain).filter(({ isSigned }) => !isSigned)).toEqual([]);
    expect((notifiesOf(domain)[0]?.at ?? 0) - repliedAt).toBeLessThan(10_000);
  });

  it('one at a time per zone, and one more for all that changed meanwhile', async () => {
    const gate = Promise.withResolvers<number>();
    onTestFinished(() => gate.resolve(rcodes.NOERROR));
    answer = (zone) => (zone === domain ? gate.promise : rcodes.NOERROR);
    // Counts this zone only: the catalog has a queue of its own.
    const announced = () => notifiesOf(domain).length;
    await change('first');
    await until('the first is announced', () => announced() > 0);
    // A reminder of an earlier change may have come too; it is one of those that wait.
    const before = announced();
    // Few, so that they are over before the service gives up waiting for the answer.
    await Promise.all(Array.from({ length: 8 }, (_, index) => change(`more${index}`)));
    expect(announced()).toBe(before);
    gate.resolve(rcodes.NOERROR);
    await until('the rest is announced', () => announced() > before);
    const after = announced();
    await change('last');
    await until('the last is announced', () => announced() > after);
    expect(openMax).toBe(1);
  });

  it('again after a refusal, as when the zone is not there yet', async () => {
    answer = (zone) => (zone === domain ? rcodes.NOTAUTH : rcodes.NOERROR);
    await change('refused');
    // Waits of half a second, of one, of two …; a reminder may come in between at any time.
    await until('the waits have grown', () => {
      const times = notifiesOf(domain).map(({ at }) => at);
      return times.some((at, index) => index > 0 && at - (times[index - 1] ?? at) > 900);
    });
    answer = () => rcodes.NOERROR;
    const refused = notifiesOf(domain).length;
    await until('it was taken', () => notifiesOf(domain).length > refused);
  });

  it('unsigned refusals, as Knot and NSD send them, hold up no other zone', async () => {
    const others = await Promise.all(Array.from({ length: 5 }, () => service.liveDomain(client)));
    await until('all is quiet', () => open === 0);
    signsRefusals = false;
    answer = (zone) => (zone === domain ? rcodes.NOERROR : rcodes.NOTAUTH);
    await Promise.all(others.map((zone) => change('unsigned', zone)));
    await until('all were refused', () =>
      others.every((zone) => notifies.some((each) => each.zone === zone)),
    );
    const begin = performance.now();
    await change('known');
    await until('it was announced', () => notifies.some(({ zone }) => zone === domain));
    // Five silences in a row would be followed by eight seconds without a message.
    expect(performance.now() - begin).toBeLessThan(8_000);
  });

  it('a refused zone is announced again when the secondary has fetched the catalog', async () => {
    signsRefusals = false;
    answer = (zone) => (zone === domain ? rcodes.NOTAUTH : rcodes.NOERROR);
    await change('not-there-yet');
    // The next announcement would be four seconds later.
    await until('it was refused four times', () => notifiesOf(domain).length >= 4);
    answer = () => rcodes.NOERROR;
    await fetchCatalog();
    const fetchedAt = performance.now();
    await until('it was announced again', () => notifiesOf(domain).length >= 5);
    expect((notifiesOf(domain)[4]?.at ?? 0) - fetchedAt).toBeLessThan(3_500);
  });

  it('the catalog waits for no zone', async () => {
    answer = (zone) => (zone === domain ? null : rcodes.NOERROR);
    await change('silent');
    await until('two tries had no answer', () => notifiesOf(domain).length >= 2);
    await service.liveDomain(client);
    const begin = performance.now();
    await until('the catalog was announced', () => notifies.some(({ zone }) => isCatalog(zone)));
    expect(performance.now() - begin).toBeLessThan(5_000);
  });

  it('a silent secondary gets one NOTIFY at a time; when it answers, for all zones', async () => {
    const others = await Promise.all(Array.from({ length: 8 }, () => service.liveDomain(client)));
    await until('all is quiet', () => open === 0);
    notifies = [];
    let isSilent = true;
    answer = () => (isSilent ? null : rcodes.NOERROR);
    await change('silent');
    // Reminders of the new zones may be in flight with it; then the silence is known.
    await until('a zone is tried again', () => countPerZone().some((count) => count >= 2));
    await Promise.all(others.map((zone) => change('more', zone)));
    notifies = [];
    await until('it is asked again', () => notifies.length > 0);
    expect(countPerZone()).toHaveLength(1);
    isSilent = false;
    await until('all zones were announced', () =>
      [domain, ...others].every((zone) => notifies.some((each) => each.zone === zone)),
    );
  });

  it('messages that go unanswered together count as one silence', async () => {
    const others = await Promise.all(Array.from({ length: 8 }, () => service.liveDomain(client)));
    notifies = [];
    let isSilent = true;
    answer = () => (isSilent ? null : rcodes.NOERROR);
    await Promise.all(others.map((zone) => change('together', zone)));
    await until('a zone is tried again', () => countPerZone().some((count) => count >= 2));
    isSilent = false;
    const answersAgainAt = performance.now();
    await until('all zones were announced', () => {
      const since = notifies.filter(({ at }) => at > answersAgainAt);
      return others.every((zone) => since.some((each) => each.zone === zone));
    });
    // Eight silences in a row would be followed by half a minute without a message.
    expect(performance.now() - answersAgainAt).toBeLessThan(15_000);
  });

  it('what a process that died has not announced is announced by another', async () => {
    // Opened, and never changed since: nothing but a reminder can be about it.
    const quiet = await service.liveDomain(client);
    const zone = await service.database.first(findZone, { name: quiet });
    if (zone === undefined || zone.domainId === null) throw new Error('The zone is gone.');
    const { domainId } = zone;
    await service.database.transaction(async (tx) => {
      await tx.run(raiseSerial, { name: quiet, domainId });
      const bytes = new Uint8Array();
      await tx.run(insertRaise, { zone: quiet, domainId, removed: bytes, added: bytes });
    });
    await until(
      'the change is announced',
      () => notifies.some((each) => each.zone === quiet),
      30_000,
    );
  });

  /** Messages about one zone: the catalog may be announced at any time. */
  function notifiesOf(zone: string): ReceivedNotify[] {
    return notifies.filter((notify) => notify.zone === zone);
  }

  function countPerZone(): number[] {
    return [...Map.groupBy(notifies, ({ zone }) => zone).values()].map(({ length }) => length);
  }

  async function fetchCatalog(): Promise<void> {
    await transferZone({
      address: '127.0.0.1',
      port: service.dnsPort,
      id: 7,
      zone: Name.parse(service.config.catalogZone),
      key,
      timeoutMs: 20_000,
      nowSeconds: () => Math.floor(Date.now() / 1_000),
    });
  }

  async function change(name: string, zone = domain): Promise<void> {
    await client.call('createRecord', { domain: zone, type: 'A', name, value: '192.0.2.1' });
  }

  async function handler(request: Parameters<Parameters<typeof startDnsServer>[0]['handler']>[0]) {
    const { message, packet } = request;
    const notification = message === null ? null : readNotify(message);
    if (message === null || message.tsig === null || notification === null) return null;
    const nowSeconds = Math.floor(Date.now() / 1_000);
    const check = verifyPacket(packet, message.tsig, { findKey: () => key, nowSeconds });
    const zone = notification.zone.toHostname();
    notifies.push({ zone, at: performance.now(), isSigned: check.ok, from: request.peer.address });
    if (zone === domain) open += 1;
    if (zone === domain) openMax = Math.max(openMax, open);
    const rcode = await answer(zone);
    if (zone === domain) open -= 1;
    if (rcode === null || !check.ok) return null;
    const reply = encodeMessage(makeReply(message, { rcode }));
    if (rcode !== rcodes.NOERROR && !signsRefusals) return reply;
    return signPacket(reply, { key, nowSeconds, requestMac: check.mac }).packet;
  }
});

function isCatalog(zone: string): boolean {
  return zone.startsWith('catalog.');
}

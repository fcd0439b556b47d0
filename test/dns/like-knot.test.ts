/**
 * The built-in server answers as Knot does: the same zone, the same questions, every field of the
 * answer. docs/dns.md lists the differences and why they are wanted.
 */
import { readFileSync } from 'node:fs';
import {
  classes,
  decodeMessage,
  encodeMessage,
  makeMessage,
  Name,
  rcodes,
  rrTypes,
} from '@hostmaster/dns';
import { requireDnsPeers, startSecondary } from '@hostmaster/test-rig/dns-peers';
import { createEngine } from '@hostmaster/test-rig/engines';
import { TestService, until } from '@hostmaster/test-rig/service';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { knownDifferences, type Shown, shown } from './known-differences.ts';
import { comparedQueries, comparedRecords, unusualQueries } from './question-set.ts';
import { RawClient } from './raw-exchange.ts';

const zone = 'like-knot.com';
const seed = 17;

describe('answers', () => {
  const engine = createEngine('sqlite');
  const service = new TestService(engine, { settings: { HOSTMASTER_DNS_NSID: 'ours' } });
  let knotPort = 0;

  beforeAll(async () => {
    requireDnsPeers();
    await service.start();
    const { client } = await service.workspace();
    const { place, dnsPort: primaryPort } = service;
    await service.liveDomain(client, zone);
    const nameservers = [`ns1.${zone}`, 'ns.example.net'];
    await client.call('replaceNameservers', { domain: zone, nameservers });
    await client.call('changeRecords', { domain: zone, creates: [...comparedRecords()] });
    const knot = await startSecondary('knot', { engine, place, primaryPort });
    knotPort = knot.port;
    await until('Knot has the zone', async () =>
      /status: NOERROR/.test(await knot.dig(`naptr.${zone}`, 'NAPTR')),
    );
  });
  afterAll(() => service.stop());

  it('are those of Knot, but for the differences that docs/dns.md lists', async () => {
    await using ours = await RawClient.open(service.dnsPort);
    await using knot = await RawClient.open(knotPort);
    const seen = new Set<string>();
    const unexplained: object[] = [];
    const queries = [...unusualQueries(zone), ...comparedQueries(zone, seed, 1_500)];
    for (const { label, transport, message } of queries) {
      const packet = encodeMessage(message);
      const packets = await Promise.all([ours.ask(transport, packet), knot.ask(transport, packet)]);
      const [mine, theirs] = packets.map((reply) => shown(decodeMessage(reply)));
      if (mine === undefined || theirs === undefined) return expect.unreachable(label);
      const rest = afterKnownDifferences(label, { mine, theirs, seen });
      if (!isSame(mine, rest)) unexplained.push({ label, mine, theirs });
    }
    expect(unexplained).toEqual([]);
    expect([...seen].sort()).toEqual(knownDifferences.map(({ title }) => title).sort());
    const titles = knownDifferences.map(({ title }) => title);
    expect(documentedDifferences()).toEqual([...titles, 'Two questions']);
    return undefined;
  });

  it('about the version are REFUSED without a setting, and about the name they have it', async () => {
    await using ours = await RawClient.open(service.dnsPort);
    const ask = async (host: string) => {
      const question = { name: Name.parse(host), type: rrTypes.TXT, class: classes.CH };
      return decodeMessage(
        await ours.ask('udp', encodeMessage(makeMessage(1, { questions: [question] }))),
      );
    };
    expect((await ask('version.bind')).rcode).toBe(rcodes.REFUSED);
    expect((await ask('id.server')).answers).toHaveLength(1);
  });

  it('to two questions are FORMERR; Knot gives none', async () => {
    const name = Name.parse(zone);
    const questions = [rrTypes.A, rrTypes.MX].map((type) => ({ name, type, class: classes.IN }));
    const packet = encodeMessage(makeMessage(1, { questions }));
    await using ours = await RawClient.open(service.dnsPort);
    await using knot = await RawClient.open(knotPort);
    for (const transport of ['udp', 'tcp'] as const) {
      const { rcode, answers } = decodeMessage(await ours.ask(transport, packet));
      expect({ rcode, answers }).toEqual({ rcode: rcodes.FORMERR, answers: [] });
    }
    await expect(knot.ask('tcp', packet)).rejects.toThrow('closed the connection');
  });
});

/** Knot's answer without the known differences. */
function afterKnownDifferences(
  label: string,
  {
    mine,
    theirs,
    seen,
  }: { readonly mine: Shown; readonly theirs: Shown; readonly seen: Set<string> },
): Shown {
  let rest = theirs;
  for (const { title, undo } of knownDifferences) {
    const undone = isSame(mine, rest) ? null : undo(label, mine, rest);
    if (undone === null || isSame(undone, rest)) continue;
    seen.add(title);
    rest = undone;
  }
  return rest;
}

function isSame(a: Shown, b: Shown): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

function documentedDifferences(): string[] {
  const page = readFileSync(new URL('../../docs/dns.md', import.meta.url), 'utf8');
  const [, section = ''] = page.split('## Differences from Knot\n');
  const [text = ''] = section.split('\n## ');
  return [...text.matchAll(/^\| ([^|]+) \| /gm)].map(([, title = '']) => title).slice(1);
}

/** The daily check of signed zones: faults that are made on purpose, and where they are shown. */
import { dayMs, hourMs } from '@hostmaster/contract/durations';
import {
  encodeMessage,
  type Message,
  makeQuery,
  makeReply,
  Name,
  type ResourceRecord,
  rcodes,
  rrTypes,
} from '@hostmaster/dns';
import { signZone, ZoneKey } from '@hostmaster/dns/dnssec';
import { exchange, startDnsServer } from '@hostmaster/dns/node';
import { query } from '@hostmaster/test-rig/any-query';
import type { ApiClient } from '@hostmaster/test-rig/api-client';
import { updateOf } from '@hostmaster/test-rig/registrar-conformance/commands';
import { describeService, type TestService, until } from '@hostmaster/test-rig/service';
import { afterEach, expect, it } from 'vitest';
import { systemClock } from '../../packages/server/src/base/clock.ts';
import { openSecretBox } from '../../packages/server/src/base/secret-box.ts';
import { persistChange } from '../../packages/server/src/changes/persist.ts';
import { rulesOf } from '../../packages/server/src/composition/open-stores.ts';
import { reconcile } from '../../packages/server/src/reconciliation/reconcile.ts';
import type { DelegationSigner } from '../../packages/server/src/registrars/registrar.ts';
import { listDnssecProblems } from '../../packages/server/src/storage/queries/domains/dnssec-problems.ts';
import {
  insert,
  type RowWrite,
  remove,
  removeAll,
  update,
  updateAll,
} from '../../packages/server/src/storage/row-write.ts';
import { domainDnssec } from '../../packages/server/src/storage/tables/domains/domain-dnssec.ts';
import { secondaries } from '../../packages/server/src/storage/tables/secondaries/secondaries.ts';
import { zoneJournal } from '../../packages/server/src/storage/tables/zones/zone-journal.ts';
import { zoneKeys } from '../../packages/server/src/storage/tables/zones/zone-keys.ts';
import { zoneSignatures } from '../../packages/server/src/storage/tables/zones/zone-signatures.ts';
import { zones } from '../../packages/server/src/storage/tables/zones/zones.ts';
import { apexSortKey } from '../../packages/server/src/zones/sort-key.ts';
import { signedDomain, untilPhase } from '../api/dnssec-phases.ts';
import { Operator } from '../cli/operator.ts';
import { member } from '../dashboard-api/people.ts';
import { domainId } from './sign-domain.ts';

interface ShownProblem {
  readonly kind: string;
  readonly detail: string;
}

const findExamination = query<{ id: string }>()(({ db, p }) =>
  db
    .selectFrom('domain_dnssec')
    .select(domainDnssec.select('examineAt'))
    .where('domain_id', '=', p.id),
);

const findKey = query<{ id: string }>()(({ db, p }) =>
  db
    .selectFrom('zone_keys')
    .select(zoneKeys.select('id', 'privateKey', 'dnskey'))
    .where('domain_id', '=', p.id),
);

const findSignature = query<{ id: string; type: number }>()(({ db, p }) =>
  db
    .selectFrom('zone_signatures')
    .select(zoneSignatures.select('records'))
    .where('domain_id', '=', p.id)
    .where('sort_key', '=', apexSortKey)
    .where('type', '=', p.type),
);

describeService('the check of signed zones', (service) => {
  it('finds nothing wrong with a sound zone, also one with a wildcard', async () => {
    const { workspace, overview } = await watcher(service);
    const domain = await signedDomain(service, workspace.client);
    await workspace.client.call('createRecord', {
      domain,
      type: 'A',
      name: '*',
      value: '192.0.2.1',
    });
    // The second one begins when the first has ended.
    await examined(service, domain);
    await examined(service, domain);
    expect(await problemsOf(service, domain)).toEqual([]);
    expect((await overview()).map(({ kind }) => kind)).not.toContain('dnssec');
  });

  it('finds a flipped bit, and that it is repaired', async () => {
    const { workspace, overview } = await watcher(service);
    const domain = await signedDomain(service, workspace.client);
    const id = await domainId(service, domain);
    const type = rrTypes.NS;
    const { records } = (await service.database.first(findSignature, { id, type })) ?? missing();
    const flipped = Uint8Array.from(records);
    flipped[flipped.length - 1] = (flipped.at(-1) ?? 0) ^ 1;
    const place = { domainId: id, sortKey: apexSortKey, type };
    const { client } = workspace;
    await write(service, { client, domain }, update(zoneSignatures, place, { records: flipped }));
    await untilProblem(service, domain, 'not_valid');
    const [problem] = await problemsOf(service, domain);
    expect(problem?.detail).toBe(
      `Resolvers reject its answers: the NS records of ${domain} have no valid signature.`,
    );
    expect((await overview()).find((each) => each.domain === domain)).toEqual({
      kind: 'dnssec',
      domain,
      at: null,
      text: problem?.detail,
    });
    expect(await service.metrics()).toContain('hostmaster_dnssec_problems{kind="not_valid"} 1');
    const { stdout } = await operator(service).run('doctor', '--json');
    const { findings } = JSON.parse(stdout) as {
      findings: readonly { check: string; result: string; finding: string }[];
    };
    expect(findings.filter(({ check }) => check === 'dnssec')).toMatchObject([
      { result: 'problem', finding: `${domain}: ${problem?.detail}` },
    ]);
    await write(service, { client, domain }, update(zoneSignatures, place, { records }));
    await until('it is over', async () => {
      await examined(service, domain);
      return (await problemsOf(service, domain)).length === 0;
    });
    expect(await service.metrics()).toContain('hostmaster_dnssec_problems{kind="not_valid"} 0');
  });

  it('finds an NSEC record without its signature', async () => {
    const { client } = await service.workspace();
    const domain = await signedDomain(service, client);
    // The next one changes no type of the name, so that its NSEC record is not signed again.
    await client.call('createRecord', { domain, type: 'TXT', value: 'the first' });
    const place = { sortKey: apexSortKey, type: rrTypes.NSEC };
    const domainIdOf = { domainId: await domainId(service, domain) };
    await write(service, { client, domain }, remove(zoneSignatures, { ...domainIdOf, ...place }));
    await untilProblem(service, domain, 'not_valid');
    const [problem] = await problemsOf(service, domain);
    expect(problem?.detail).toContain(`the NSEC records of ${domain} have no valid signature`);
  });

  it('finds signatures that are not made again', async () => {
    const { client } = await service.workspace();
    const domain = await signedDomain(service, client);
    const id = await domainId(service, domain);
    // Without its key the zone is not signed again.
    await persistChange(service.database, {
      rows: [
        updateAll(zoneKeys, { domainId: id }, { privateKey: 'unreadable' }),
        updateAll(zoneSignatures, { domainId: id }, { refreshAt: Date.now() - 3 * dayMs }),
      ],
    });
    await untilProblem(service, domain, 'signatures_end_soon');
    const [problem] = await problemsOf(service, domain);
    expect(problem?.detail).toMatch(/^Signatures end at \d{4}-\S+Z and were not made again/);
    const shown = await operator(service).text('zone', 'status', domain);
    expect(shown).toContain(`${problem?.detail}\n`);
  });

  it('finds a DS record that came too early', async () => {
    const { client } = await service.workspace();
    const domain = await service.liveDomain(client);
    await client.call('enableDnssec', { domain });
    await untilPhase(client, domain, 'waiting_for_caches');
    await service.untilNoJobs(domain);
    const [key] = (await client.call('getDnssec', { domain })).dnssec.keys;
    const [keyTag, algorithm, digestType, digest = ''] = key?.ds.split(' ') ?? [];
    const ds = { keyTag: Number(keyTag), algorithm: Number(algorithm), digest };
    await setSigners(service, domain, [{ ...ds, digestType: Number(digestType) }]);
    await compare(service);
    const [problem] = await problemsOf(service, domain);
    expect(problem).toMatchObject({ kind: 'ds_without_key' });
    expect(problem?.detail).toContain('the signed zone is not everywhere yet');
    await setSigners(service, domain, []);
    await compare(service);
    expect(await problemsOf(service, domain)).toEqual([]);
  });

  it('finds a DS record without a key, and a key without a DS record', async () => {
    const { client } = await service.workspace();
    const unsigned = await service.liveDomain(client);
    const signed = await signedDomain(service, client);
    for (const domain of [unsigned, signed]) await service.untilNoJobs(domain);
    const other = { keyTag: 4_711, algorithm: 13, digestType: 2, digest: 'AB'.repeat(32) };
    for (const domain of [unsigned, signed]) await setSigners(service, domain, [other]);
    const held = [unsigned, signed].map((domain) => service.registry.hold('update', domain));
    await compare(service);
    const kindsOf = async (domain: string) =>
      (await problemsOf(service, domain)).map(({ kind }) => kind);
    expect(await kindsOf(unsigned)).toEqual(['ds_without_key']);
    expect(await kindsOf(signed)).toEqual(['ds_without_key', 'key_without_ds']);
    for (const update of held) update.release();
    // The comparison has the registry get the right ones, and then nothing is wrong.
    await until('it is repaired', async () => (await kindsOf(signed)).length === 0);
    await untilPhase(client, unsigned, 'waiting_for_ds_ttl');
    expect((await service.registrar.info(unsigned))?.dnssec).toEqual([]);
    const { events } = await client.call('listEvents', { limit: 100 });
    const off = events.filter(({ type }) => type === 'dnssec.turning_off');
    expect(off).toMatchObject([{ data: { cause: 'unknown_ds' } }]);
    await service.advanceCalendar(2 * dayMs);
    await untilPhase(client, unsigned, null);
    await compare(service);
    expect(await kindsOf(unsigned)).toEqual([]);
  });
});

describeService('a secondary with old signatures', (service) => {
  const closing: (() => Promise<void>)[] = [];
  afterEach(async () => {
    for (const close of closing.splice(0)) await close();
  });

  it('is found before its signatures end', async () => {
    const { client } = await service.workspace();
    const domain = await signedDomain(service, client);
    const id = await domainId(service, domain);
    const { privateKey } = (await service.database.first(findKey, { id })) ?? missing();
    const key = ZoneKey.fromPem(openSecretBox(service.config.secretFile).open(privateKey));
    const zone = Name.parse(domain);
    const now = Math.floor(Date.now() / 1_000);
    const apex = await readApex(service, domain);
    const validity = { inception: now - 100_000, expiration: now + (2 * dayMs) / 1_000 };
    const records = [...apex, ...signZone(apex, { zone, keys: [key], validity })];
    const old = await startDnsServer({
      host: '127.0.0.1',
      port: 0,
      handler: ({ message }) =>
        message === null ? null : encodeMessage(answerFrom(zone, records, message)),
      onError: () => {},
    });
    closing.push(() => old.close());
    const secrets = openSecretBox(service.config.secretFile);
    await persistChange(service.database, {
      rows: [
        insert(secondaries, {
          name: 'old',
          ...old.address,
          keyName: 'old.key',
          keyAlgorithm: 'hmac-sha256',
          keySecret: secrets.seal('AAAA'),
          createdAt: 0,
          transfers: 'ixfr',
          otherAddresses: [],
          tls: 'optional',
          tlsKey: null,
          reachedAt: null,
          unreachableSince: null,
        }),
      ],
    });
    await untilProblem(service, domain, 'secondary_outdated');
    const [problem] = await problemsOf(service, domain);
    expect(problem?.detail).toMatch(/: old: its signatures end at \d{4}-\S+Z\.$/);
    await persistChange(service.database, { rows: [removeAll(secondaries, { name: 'old' })] });
    await until('it is over', async () => {
      await examined(service, domain);
      return (await problemsOf(service, domain)).length === 0;
    });
  });
});

function missing(): never {
  return expect.unreachable();
}

function operator(service: TestService): Operator {
  return new Operator(service.place);
}

/** A member who looks at the overview. */
async function watcher(service: TestService) {
  const { page, inside, workspace } = await member(service);
  return { workspace, overview: async () => (await page.call('getOverview', inside)).attention };
}

/** Writes behind the back of the service, and has it read the zone whole: no journal leads to the next version. */
async function write(
  service: TestService,
  { client, domain }: { readonly client: ApiClient; readonly domain: string },
  ...rows: readonly RowWrite[]
): Promise<void> {
  const { serial } = await client.call('getPropagation', { domain });
  await persistChange(service.database, {
    rows: [
      ...rows,
      updateAll(zones, { name: domain }, { serial: (serial ?? 0) + 1_000 }),
      removeAll(zoneJournal, { zone: domain }),
    ],
  });
  await client.call('createRecord', { domain, type: 'TXT', value: `version ${serial}` });
}

/** Has the zone examined now, and waits for it. */
async function examined(service: TestService, domain: string): Promise<void> {
  const id = await domainId(service, domain);
  await persistChange(service.database, {
    rows: [update(domainDnssec, { domainId: id }, { examineAt: 0 })],
  });
  await until('the zone was examined', async () => {
    const row = await service.database.first(findExamination, { id });
    return (row?.examineAt ?? 0) > Date.now() + hourMs / 2;
  });
}

async function problemsOf(service: TestService, domain: string): Promise<readonly ShownProblem[]> {
  return service.database.all(listDnssecProblems, { domainId: await domainId(service, domain) });
}

async function untilProblem(service: TestService, domain: string, kind: string): Promise<void> {
  await until(`${domain} has the problem ${kind}`, async () => {
    await examined(service, domain);
    return (await problemsOf(service, domain)).some((each) => each.kind === kind);
  });
}

async function setSigners(
  service: TestService,
  domain: string,
  dnssec: readonly DelegationSigner[],
): Promise<void> {
  const current = (await service.registrar.info(domain)) ?? missing();
  await service.registrar.update(updateOf(current, { dnssec }));
}

/** As the service does once a day. */
async function compare({ database, registrar, config }: TestService): Promise<void> {
  const services = { database, registrar, rules: rulesOf(config), clock: systemClock };
  await reconcile(services, { repair: true });
}

/** The SOA, NS and DNSKEY records that the service answers with. */
async function readApex(service: TestService, domain: string): Promise<ResourceRecord[]> {
  const name = Name.parse(domain);
  const place = { address: '127.0.0.1', port: service.dnsPort, timeoutMs: 20_000 };
  const asked = [rrTypes.SOA, rrTypes.NS, rrTypes.DNSKEY].map(async (type, id) => {
    const nowSeconds = () => Math.floor(Date.now() / 1_000);
    const { answers } = await exchange(makeQuery(id, { name, type }), { ...place, nowSeconds });
    return answers;
  });
  return (await Promise.all(asked)).flat();
}

/** Answers for a zone that has names at its apex only. */
function answerFrom(zone: Name, records: readonly ResourceRecord[], request: Message): Message {
  const [question] = request.questions;
  const isApex = question?.name.equals(zone) === true;
  const withSignatures = (type: number) =>
    records.filter((each) => {
      const [high = 0, low = 0] = each.rdata;
      return each.type === type || (each.type === rrTypes.RRSIG && high * 256 + low === type);
    });
  if (isApex) return makeReply(request, { answers: withSignatures(question.type) });
  const authorities = [...withSignatures(rrTypes.SOA), ...withSignatures(rrTypes.NSEC)];
  return makeReply(request, { rcode: rcodes.NXDOMAIN, authorities });
}

/**
 * The service is killed in phases of DNSSEC, and before and after the registry gets DS records: at moments that the
 * seed chooses, in `npm run test:long` at each of them. Started again it goes on: the zone that Knot has is valid, and
 * every DS record at the registry leads to a key in it.
 */
import { endpoints } from '@hostmaster/contract';
import { dayMs } from '@hostmaster/contract/durations';
import { Name, presentRdata, rrTypes } from '@hostmaster/dns';
import { ZoneKey } from '@hostmaster/dns/dnssec';
import { query } from '@hostmaster/test-rig/any-query';
import { type Answer, ApiClient } from '@hostmaster/test-rig/api-client';
import {
  freePort,
  haveSameSerial,
  requireDnsPeers,
  startSecondary,
} from '@hostmaster/test-rig/dns-peers';
import { describeOnBothEngines } from '@hostmaster/test-rig/engines';
import type { ServerProcess } from '@hostmaster/test-rig/process';
import { randomNumbers, testSeed } from '@hostmaster/test-rig/seed';
import { until } from '@hostmaster/test-rig/service';
import { expect, it } from 'vitest';
import { openStores } from '../../packages/server/src/composition/open-stores.ts';
import { moveCalendar } from '../../packages/server/src/lifecycle/move-calendar.ts';
import { presentSigner, signerOf } from '../../packages/server/src/zones/delegation-signers.ts';
import { dsOfKey } from '../api/foreign-key.ts';
import { askWhole } from '../dns/ask-transfer.ts';
import { useZoneCheckers } from '../dns/zone-checkers.ts';
import { apiKey, openCrashSite } from './crash-site.ts';
import { configOf, settled } from './examine.ts';
import { type Fault, faultVariable, readMarks } from './fault.ts';

const domain = 'killed.com';

/** The key of an operator whose servers are not asked. */
const foreignKey = presentRdata({ type: rrTypes.DNSKEY, rdata: ZoneKey.generate().dnskey });
const elsewhere = ['ns1.other.example', 'ns2.other.example'];
const waitsForCalendar =
  /caches$|ds_ttl$|^waiting_for_(new_ds|old_ds|both_ds|foreign_ds|own_ds|nameservers)$/;
/** At least as long as each of these waits. */
const waitMs = 2 * dayMs;

type Moment = Pick<Fault, 'point' | 'subject' | 'name'>;

const entered = (phase: string): Moment => ({
  point: 'after-commit',
  subject: 'dnssec-phase',
  name: phase,
});
const signing = (state: string): Moment[] =>
  (['before-commit', 'after-commit'] as const).map((point) => ({
    point,
    subject: 'signing',
    name: state,
  }));
/** The registry gets the DS records of the phase. */
const sent = (phase: string): Moment[] => [
  entered(phase),
  { point: 'before-send', subject: 'delegation' },
  { point: 'after-registry', subject: 'delegation' },
];

/** What is asked for, and where the service is killed on the way, in the order of the phases. */
const walks: readonly {
  readonly what: string;
  readonly ends: string | null;
  ask(client: ApiClient): Promise<Answer>;
  /** None: it is only on the way to the next. */
  readonly moments: readonly Moment[];
}[] = [
  {
    what: 'it is turned on',
    ends: 'on',
    ask: (client) => client.request('enableDnssec', { domain }),
    moments: [
      entered('signing'),
      ...signing('signing'),
      ...signing('signed'),
      entered('waiting_for_servers'),
      entered('waiting_for_caches'),
      ...sent('sending_ds'),
      entered('on'),
    ],
  },
  {
    what: 'its key is replaced',
    ends: 'on',
    ask: (client) => client.request('rollDnssec', { domain }),
    moments: [
      entered('adding_key'),
      entered('waiting_for_key_at_servers'),
      entered('waiting_for_key_in_caches'),
      ...sent('adding_new_ds'),
      entered('waiting_for_new_ds'),
      ...sent('removing_old_ds'),
      entered('waiting_for_old_ds'),
      entered('removing_key'),
      entered('on'),
    ],
  },
  {
    what: 'it gets the keys of another operator',
    ends: 'shared',
    ask: (client) => client.request('enableDnssec', { domain, foreignKeys: [foreignKey] }),
    moments: [
      entered('publishing_foreign_keys'),
      entered('waiting_for_foreign_keys_at_servers'),
      entered('waiting_for_foreign_keys_in_caches'),
      ...sent('sending_both_ds'),
      entered('waiting_for_both_ds'),
      entered('shared'),
    ],
  },
  {
    what: 'it stays, without these keys',
    ends: 'on',
    ask: (client) => client.request('enableDnssec', { domain, foreignKeys: [] }),
    moments: [
      entered('confirming_nameservers'),
      entered('waiting_for_nameservers'),
      ...sent('removing_foreign_ds'),
      entered('waiting_for_foreign_ds'),
      entered('removing_foreign_keys'),
      entered('on'),
    ],
  },
  {
    what: 'it is turned off',
    ends: null,
    ask: (client) => client.request('disableDnssec', { domain }),
    moments: [
      ...sent('removing_ds'),
      entered('waiting_for_ds_ttl'),
      entered('unsigning'),
      ...signing('off'),
      entered('off'),
    ],
  },
  {
    what: 'it is turned on again',
    ends: 'on',
    ask: (client) => client.request('enableDnssec', { domain }),
    moments: [],
  },
  {
    what: 'it gets the keys of another operator again',
    ends: 'shared',
    ask: (client) => client.request('enableDnssec', { domain, foreignKeys: [foreignKey] }),
    moments: [],
  },
  {
    what: 'its nameservers are those of the other operator',
    ends: 'shared',
    ask: (client) => client.request('replaceNameservers', { domain, nameservers: elsewhere }),
    moments: [],
  },
  {
    what: 'the other operator keeps it',
    ends: 'on',
    ask: (client) => client.request('disableDnssec', { domain }),
    moments: [
      entered('confirming_nameservers'),
      entered('waiting_for_nameservers'),
      ...sent('removing_own_ds'),
      entered('waiting_for_own_ds'),
      // The hand-over.
      entered('on'),
      ...signing('off'),
    ],
  },
];

const findPhase = query<object>()(({ db }) =>
  db.selectFrom('domain_dnssec').select(['phase', 'since', 'foreign_ds as foreignDs']),
);

const isLong = process.env.HOSTMASTER_TEST_LONG !== undefined;
const title = isLong
  ? 'SIGKILL in each phase of DNSSEC'
  : `SIGKILL in phases of DNSSEC, seed ${testSeed}`;

describeOnBothEngines(title, (engine) => {
  const faultsIn = useZoneCheckers();
  const random = randomNumbers(testSeed);

  it('has a moment in each phase', () => {
    const { phase } = endpoints.getDnssec.response.properties.dnssec.properties;
    const named = walks.flatMap(({ moments }) => moments.map(({ name }) => name));
    expect(phase.anyOf[0].enum.filter((each) => !named.includes(each))).toEqual([]);
  });

  it('leaves no bogus answer, and the phases go on', { timeout: 900_000 }, async () => {
    requireDnsPeers();
    const dnsPort = await freePort();
    const site = await openCrashSite(engine);
    const { place } = site;
    const stores = await openStores(configOf(place));
    engine.afterwards(() => stores.close());
    const start = (moment?: Moment) =>
      site.start({
        environment: {
          HOSTMASTER_DNS_LISTEN: `127.0.0.1:${dnsPort}`,
          ...(moment === undefined
            ? {}
            : { [faultVariable]: JSON.stringify({ ...moment, signal: 'SIGKILL' }) }),
        },
      });

    const rowNow = () => stores.database.first(findPhase, {});
    const phaseNow = async () => (await rowNow())?.phase ?? null;
    let movedIn = '';
    /**
     * Moves the calendar once where a phase waits for it, so that the domain does not expire on the way; the service is
     * to notice by itself.
     */
    const untilTrue = (what: string, isTrue: () => boolean | Promise<boolean>) =>
      until(what, async () => {
        if (await isTrue()) return true;
        const { phase = '', since = 0 } = (await rowNow()) ?? {};
        if (waitsForCalendar.test(phase) && movedIn !== `${phase} ${since}`) {
          movedIn = `${phase} ${since}`;
          await moveCalendar(stores.database, (offsetMs) => offsetMs + waitMs);
        }
        return false;
      });

    let server = await start();
    await site.customer.registerAll([domain]);
    await settled(place);
    const knot = await startSecondary('knot', { engine, place, primaryPort: dnsPort });
    await until('Knot has the zone', () => haveSameSerial(domain, [dnsPort, knot.port]));

    const check = async () => {
      const copy = await askWhole({ dnsPort: knot.port }, { zone: domain, key: knot.key });
      const keys = copy.filter(({ type }) => type === rrTypes.DNSKEY);
      const found = keys.length === 0 ? [] : await faultsIn(Name.parse(domain), copy);
      const signers = keys.map(({ rdata }) => presentSigner(signerOf(domain, rdata)));
      const atRegistry = ((await stores.registrar.info(domain))?.dnssec ?? []).map(presentSigner);
      // After the hand-over the other operator signs the zone.
      const isHandedOver = ((await rowNow())?.foreignDs ?? null) !== null;
      const led = isHandedOver ? [dsOfKey(domain, foreignKey)] : signers;
      return [...found, ...atRegistry.filter((ds) => !led.includes(ds))];
    };

    for (const { what, ends, ask, moments } of walks) {
      let isAsked = false;
      const chosen = isLong ? moments : moments.filter(() => random() < 1 / 6);
      for (const moment of chosen) {
        const mark = `${moment.point} ${moment.subject} ${moment.name ?? domain}`;
        await server.destroy();
        // It may be over before the service is ready.
        const armed = await start(moment).catch(() => null);
        let isGone = armed === null;
        void armed?.exited.then(() => {
          isGone = true;
        });
        if (armed !== null && !isAsked) {
          await askOnce(armed, ask);
          isAsked = true;
        }
        await untilTrue(`${what}: killed ${mark}`, () => isGone);
        expect(readMarks(place).at(-1), what).toBe(mark);
        expect(await check(), `${what}: ${mark}`).toEqual([]);
      }
      await server.destroy();
      server = await start();
      if (!isAsked) await askOnce(server, ask);
      await untilTrue(`${what}: ${ends}`, async () => (await phaseNow()) === ends);
      await until('Knot has the zone', () => haveSameSerial(domain, [dnsPort, knot.port]));
      expect(await check(), what).toEqual([]);
      const { dnssec } = await withClient(server, (client) => client.call('getDnssec', { domain }));
      const { keys, foreignKeys, foreignDs } = dnssec;
      const wanted = [...[...keys, ...foreignKeys].map(({ ds }) => ds), ...foreignDs];
      const atRegistry = (await stores.registrar.info(domain))?.dnssec ?? [];
      expect(atRegistry.map(presentSigner).sort(), what).toEqual(wanted.sort());
    }
    await server.destroy();
  });
});

/** Its answer may be lost. */
async function askOnce(
  server: ServerProcess,
  ask: (client: ApiClient) => Promise<Answer>,
): Promise<void> {
  const answer = await withClient(server, (client) => ask(client).catch(() => null));
  if (answer !== null) expect(answer.status, answer.text).toBe(200);
}

async function withClient<T>(
  { url }: ServerProcess,
  work: (client: ApiClient) => Promise<T>,
): Promise<T> {
  const client = new ApiClient({ url, apiKey });
  try {
    return await work(client);
  } finally {
    client.close();
  }
}

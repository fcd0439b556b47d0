/**
 * Goes through everything that a secondary needs: that it can be reached, knows the key, has the
 * right time, has the catalog, and serves one zone. Says for each problem what to change.
 */
import { type Message, makeQuery, Name, rcodes, rrTypes, tsigErrors } from '@hostmaster/dns';
import { askDns } from '../../base/dns/ask-dns.ts';
import { listRemovedButHeld } from '../../storage/queries/secondaries/zone-confirmations.ts';
import { newestListedZone } from '../../storage/queries/zones/zones.ts';
import type { HostmasterReader } from '../../storage/schema.ts';
import { newestMember } from './catalog-checks.ts';
import { exchangeInTurn } from './exchange-in-turn.ts';
import { type AskOptions, askNewestChange, rcodeWord, readNewestChange } from './newest-change.ts';
import { removedForMs } from './reconciler.ts';
import type { Place, Secondary, SecondaryAddress } from './secondaries.ts';
import { sourceFor } from './source-address.ts';
import { readPublication } from './zone-publication.ts';

export interface CheckStep {
  readonly step: 'connection' | 'key' | 'clock' | 'catalog' | 'zone';
  readonly ok: boolean;
  readonly finding: string;
  /** What to change; null when nothing. */
  readonly advice: string | null;
  /** Nothing shows yet whether this is so. */
  readonly isOpen?: true;
}

export interface CheckOptions extends AskOptions {
  readonly reader: HostmasterReader;
  readonly catalog: string;
}

const answerMs = 3_000;
const skewSecondsMax = 60;
const keptMs = 5_000;

export async function checkSecondary(
  secondary: Secondary,
  options: CheckOptions,
): Promise<readonly CheckStep[]> {
  const zone = (await options.reader.first(newestListedZone, {}))?.name ?? null;
  const connections = await Promise.all(
    secondary.addresses.map((place) => checkConnection(place, options)),
  );
  if (!connections.some(({ ok }) => ok)) return connections;
  const keySteps = await checkKey(secondary, { ...options, zone: zone ?? options.catalog });
  return [
    ...connections,
    ...keySteps,
    await checkCatalog(secondary, options),
    ...(zone === null ? [] : [await checkZone(secondary, { ...options, zone })]),
  ];
}

async function checkConnection(
  { address, port }: SecondaryAddress,
  { catalog, clock, random, sources, stopping }: CheckOptions,
): Promise<CheckStep> {
  const question = { name: Name.parse(catalog), type: rrTypes.SOA };
  const isReached = (transport: 'udp' | 'tcp') =>
    askDns(makeQuery(random.below(65_536), question), {
      stopping,
      address,
      port,
      ...sourceFor(address, sources),
      timeoutMs: answerMs,
      nowSeconds: () => nowSeconds(clock),
      transport,
    }).then(
      () => true,
      () => false,
    );
  const [udp, tcp] = await Promise.all([isReached('udp'), isReached('tcp')]);
  const place = `${address} port ${port}`;
  const step = 'connection';
  if (udp && tcp) return fine(step, `${place} answers over UDP and TCP.`);
  if (!udp && !tcp) {
    return wrong(step, `${place} does not answer.`, {
      advice:
        'Check that the server runs and listens on this address, and that no firewall drops port 53 between the two hosts.',
    });
  }
  return wrong(
    step,
    `${place} answers over ${udp ? 'UDP, but not over TCP' : 'TCP, but not over UDP'}.`,
    {
      advice: `Allow ${udp ? 'TCP' : 'UDP'} port ${port} in the firewall of the secondary.`,
    },
  );
}

async function checkKey(
  secondary: Secondary,
  options: CheckOptions & { readonly zone: string },
): Promise<readonly CheckStep[]> {
  const { clock, random, sources, stopping, zone } = options;
  const query = makeQuery(random.below(65_536), { name: Name.parse(zone), type: rrTypes.SOA });
  const keyName = secondary.key.name.toHostname();
  try {
    const { reply } = await exchangeInTurn(query, {
      secondary,
      sources,
      stopping,
      first: 0,
      timeoutMs: answerMs,
      nowSeconds: () => nowSeconds(clock),
      acceptsUnsignedErrors: true,
    });
    return explainSignature(reply, { keyName, now: nowSeconds(clock) });
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return [
      wrong('key', `A query signed with ${keyName} got no valid answer: ${reason}.`, {
        advice: `Compare the secret of ${keyName} with the one that "secondary add" printed. If it is lost, remove the secondary and add it again.`,
      }),
    ];
  }
}

function explainSignature(
  reply: Message,
  { keyName, now }: { readonly keyName: string; readonly now: number },
): readonly CheckStep[] {
  const { tsig } = reply;
  if (tsig === null) {
    return [
      wrong(
        'key',
        `It answers a signed query with ${rcodeWord(reply.rcode)} and without a signature.`,
        {
          advice: `Add the key ${keyName} to its configuration, for queries as well as for NOTIFY.`,
        },
      ),
    ];
  }
  if (tsig.error === tsigErrors.BADKEY) {
    return [
      wrong('key', `It does not know the key ${keyName}.`, {
        advice: `Add the key ${keyName} with algorithm hmac-sha256 to its configuration, and reload it.`,
      }),
    ];
  }
  if (tsig.error === tsigErrors.BADSIG) {
    return [
      wrong('key', `It has another secret for the key ${keyName}.`, {
        advice: `Copy the secret that "secondary add" printed. If it is lost, remove the secondary and add it again.`,
      }),
    ];
  }
  const known = fine('key', `It knows the key ${keyName}.`);
  const skew = tsig.signedAtSeconds - now;
  if (tsig.error === tsigErrors.BADTIME || Math.abs(skew) > skewSecondsMax) {
    return [
      known,
      wrong('clock', 'Its clock and the clock of this host differ too much.', {
        advice:
          'Run a time service (chrony, systemd-timesyncd) on both hosts. Signatures are valid for 300 s.',
      }),
    ];
  }
  return [known, fine('clock', `Its clock differs by ${Math.abs(skew)} s.`)];
}

async function checkCatalog(secondary: Secondary, options: CheckOptions): Promise<CheckStep> {
  const { reader, catalog } = options;
  const place = { zone: catalog, secondary: secondary.name };
  const { problem, serial, sentSerial } = await stateOf(reader, place);
  const isSent = problem === null || sentSerial === serial;
  const kept = isSent ? await removedButHeld(secondary, options) : undefined;
  if (kept !== undefined) {
    return wrong('catalog', `It has the catalog, but serves ${kept.zone}, which was removed.`, {
      advice:
        'Look into its log for an error of the catalog; PowerDNS with SQLite needs "retrieval-threads=1". The service publishes the catalog again until the zone is gone.',
    });
  }
  if (problem === null) return fine('catalog', `It has the catalog, serial ${serial}.`);
  if (isSent) return checkSentCatalog(secondary, { ...options, serial });
  const overTls = secondary.tls === 'only' ? ' over TLS' : '';
  return wrong('catalog', `The catalog ${catalog} is behind: it ${problem}.`, {
    advice: `Check that its configuration has the zone ${catalog} with this primary and this key${overTls}, and that it sends from ${secondary.addresses.map(({ address }) => address).join(' or ')}.`,
  });
}

/** It was sent the catalog and has not confirmed it: what it serves shows whether it acts on it. */
async function checkSentCatalog(
  secondary: Secondary,
  options: CheckOptions & { readonly serial: number },
): Promise<CheckStep> {
  const { reader, catalog, serial, clock } = options;
  const member = await newestMember(reader, catalog);
  const sent = `It was sent the catalog, serial ${serial}`;
  if (member === null) {
    const finding = `${sent}, which lists no zone yet. The first zone shows whether it acts on it.`;
    return { ...fine('catalog', finding), isOpen: true };
  }
  const { zone } = member;
  const query = makeQuery(options.random.below(65_536), {
    name: Name.parse(zone),
    type: rrTypes.SOA,
  });
  const isServed = await exchangeInTurn(query, {
    ...{ secondary, sources: options.sources, stopping: options.stopping, first: 0 },
    timeoutMs: answerMs,
    nowSeconds: () => nowSeconds(clock),
  }).then(
    ({ reply }) => reply.rcode === rcodes.NOERROR && reply.authoritative,
    () => false,
  );
  if (isServed) return fine('catalog', `${sent}, and serves ${zone}, its newest zone.`);
  return wrong('catalog', `${sent}, but does not serve ${zone}, which it lists.`, {
    advice:
      'Look into its log for an error of the catalog. PowerDNS must be able to write its database: "chown pdns:pdns /var/lib/powerdns/pdns.sqlite3".',
  });
}

/** The service itself repeats the catalog within seconds; what is left after that needs a person. */
async function removedButHeld(
  { name: secondary }: Secondary,
  { reader, catalog, clock }: CheckOptions,
): Promise<{ readonly zone: string } | undefined> {
  const now = clock.now();
  const [held] = await reader.all(listRemovedButHeld, {
    secondary,
    removedSince: now - removedForMs,
    catalog,
    catalogBefore: now - keptMs,
    limit: 1,
  });
  return held;
}

async function checkZone(
  secondary: Secondary,
  options: CheckOptions & { readonly zone: string },
): Promise<CheckStep> {
  const { reader, zone } = options;
  const { problem } = await stateOf(reader, { zone, secondary: secondary.name });
  const answer = await askNewestChange(secondary, await readNewestChange(reader, zone), options);
  if (answer === null) return fine('zone', `It answers ${zone} with the newest change.`);
  return wrong('zone', `It ${answer}.`, {
    advice:
      problem === null
        ? 'It has the newest serial but answers with other data: look into its log. PowerDNS needs "--transfers axfr".'
        : `${zone} is behind: it ${problem}. Look into the log of the secondary for ${zone}.`,
  });
}

async function stateOf(
  reader: HostmasterReader,
  place: Place,
): Promise<{
  readonly problem: string | null;
  readonly serial: number;
  /** The version that it was sent last; null for none. */
  readonly sentSerial: number | null;
}> {
  const publication = await readPublication(reader, place.zone);
  const state = publication?.secondaries.find(({ name }) => name === place.secondary);
  return {
    problem: state === undefined ? 'has nothing to transfer yet' : state.problem,
    serial: publication?.serial ?? 0,
    sentSerial: state?.exchange?.sentSerial ?? null,
  };
}

function nowSeconds(clock: CheckOptions['clock']): number {
  return Math.floor(clock.now() / 1_000);
}

function fine(step: CheckStep['step'], finding: string): CheckStep {
  return { step, ok: true, finding, advice: null };
}

function wrong(
  step: CheckStep['step'],
  finding: string,
  { advice }: { readonly advice: string },
): CheckStep {
  return { step, ok: false, finding, advice };
}

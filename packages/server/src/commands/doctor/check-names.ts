/** Whether names can be looked up, and whether the world can look up ours. */
import { classes, makeMessage, Name, presentIpAddress, rcodes, rrTypes } from '@hostmaster/dns';
import { presentSocketAddress } from '../../base/addresses/socket-address.ts';
import { askDns } from '../../base/dns/ask-dns.ts';
import { inParallel } from '../../base/in-parallel.ts';
import type { Stores } from '../../composition/open-stores.ts';
import { resolversOf } from '../../composition/resolvers.ts';
import { checkSecondary } from '../../nameserver/secondaries/check-secondary.ts';
import { SecondaryDirectory } from '../../nameserver/secondaries/secondaries.ts';
import { newestListedZone } from '../../storage/queries/zones/zones.ts';
import type { Findings, Subject } from './finding.ts';

const answerMs = 2_500;
const atOnce = 8;
const never = new AbortController().signal;

interface Server {
  readonly address: string;
  readonly port: number;
}

export async function checkResolvers(subject: Subject, findings: Findings): Promise<void> {
  const servers = resolversOf(subject.config);
  const root = { name: '.', type: rrTypes.NS, recurses: true };
  const answers = await inParallel(servers, atOnce, (server) =>
    ask(server, { ...root, ...subject }),
  );
  for (const [index, answer] of answers.entries()) {
    const { address, port } = servers[index] as Server;
    const name = `The resolver ${presentSocketAddress(address, port)}`;
    if (answer?.rcode === rcodes.NOERROR) findings.ok(`${name} answers.`);
    else {
      findings.problem(
        answer === null ? `${name} does not answer.` : `${name} refuses to look up names.`,
        'Flattened records and webhooks need it: open UDP and TCP port 53 to it, or set HOSTMASTER_RESOLVER.',
      );
    }
  }
  if (servers.length > 0) return;
  findings.problem('The system has no resolver.', 'Set HOSTMASTER_RESOLVER, such as 192.0.2.1:53.');
}

export async function checkSecondaries(
  { database: reader, secrets }: Stores,
  { config, clock, random }: Subject,
  findings: Findings,
): Promise<void> {
  const list = await new SecondaryDirectory({ reader, secrets, clock }).list();
  await inParallel(list, atOnce, async (secondary) => {
    const steps = await checkSecondary(secondary, {
      reader,
      clock,
      random,
      stopping: never,
      catalog: config.catalogZone,
      sources: config.dnsSources,
    });
    for (const { ok, finding, advice } of steps) {
      if (!ok) findings.problem(`${secondary.name}: ${finding}`, advice ?? 'Look into its log.');
    }
    if (steps.every(({ ok }) => ok)) findings.ok(`${secondary.name} is current.`);
  });
  if (list.length > 0) return;
  if (config.mode === 'sandbox') findings.skipped('There are no secondaries.');
  else {
    findings.warning(
      'There are no secondaries, so that this service alone answers for all zones.',
      'Add two nameservers with "hostmaster secondary add".',
    );
  }
}

/** Each nameserver has an address and answers for the newest zone, and resolvers find that zone. */
export async function checkDelegation(
  { database, offer }: Stores,
  subject: Subject,
  findings: Findings,
): Promise<void> {
  const { config } = subject;
  if (config.mode === 'sandbox') {
    findings.skipped('The sandbox registry delegates nothing.');
    return;
  }
  const zone = (await database.first(newestListedZone, {}))?.name ?? null;
  const [resolver] = resolversOf(config);
  if (resolver === undefined || offer.nameservers.length === 0) {
    findings.skipped('There is no resolver to ask, or no nameserver is set.');
    return;
  }
  await inParallel(offer.nameservers, atOnce, (nameserver) =>
    checkNameserver({ ...subject, nameserver, zone, resolver }, findings),
  );
  if (zone === null) return;
  const answer = await ask(resolver, {
    ...subject,
    name: zone,
    type: rrTypes.SOA,
    recurses: true,
  });
  if (answer?.rcode === rcodes.NOERROR) findings.ok(`Resolvers find ${zone}, the newest zone.`);
  else {
    findings.warning(
      `Resolvers do not find ${zone}, the newest zone.`,
      'If it was registered hours ago, compare it with the registry: "hostmaster registrar reconcile".',
    );
  }
}

async function checkNameserver(
  asked: Subject & {
    readonly nameserver: string;
    readonly zone: string | null;
    readonly resolver: Server;
  },
  findings: Findings,
): Promise<void> {
  const { nameserver, zone, resolver } = asked;
  const found = await Promise.all(
    [rrTypes.A, rrTypes.AAAA].map((type) =>
      ask(resolver, { ...asked, name: nameserver, type, recurses: true }),
    ),
  );
  const addresses = found.flatMap((reply) =>
    (reply?.answers ?? [])
      .filter(({ type }) => type === rrTypes.A || type === rrTypes.AAAA)
      .map(({ rdata }) => presentIpAddress(rdata)),
  );
  if (addresses.length === 0) {
    findings.problem(
      `The nameserver ${nameserver} has no address.`,
      'Publish its A and AAAA records, and glue at the registry where it is inside its own domain.',
    );
    return;
  }
  if (zone === null) {
    findings.ok(`The nameserver ${nameserver} is ${addresses.join(' and ')}.`);
    return;
  }
  for (const address of addresses) {
    const reply = await ask(
      { address, port: 53 },
      { ...asked, name: zone, type: rrTypes.SOA, recurses: false },
    );
    if (reply?.rcode === rcodes.NOERROR && reply.authoritative) {
      findings.ok(`The nameserver ${nameserver} (${address}) serves ${zone}, the newest zone.`);
    } else {
      findings.problem(
        `The nameserver ${nameserver} (${address}) ${reply === null ? 'does not answer' : `does not serve ${zone}, the newest zone`}.`,
        'Check that it runs, that port 53 is open over UDP and TCP, and that it is a secondary: "hostmaster secondary list".',
      );
    }
  }
}

/** Null without an answer. */
async function ask(
  { address, port }: Server,
  question: Pick<Subject, 'clock' | 'random'> & {
    readonly name: string;
    readonly type: number;
    readonly recurses: boolean;
  },
) {
  const message = makeMessage(question.random.below(65_536), {
    recursionDesired: question.recurses,
    questions: [{ name: Name.parse(question.name), type: question.type, class: classes.IN }],
  });
  const nowSeconds = () => Math.floor(question.clock.now() / 1_000);
  return askDns(message, { address, port, stopping: never, timeoutMs: answerMs, nowSeconds }).catch(
    () => null,
  );
}

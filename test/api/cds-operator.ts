/**
 * Another DNS operator: two nameservers that answer for any domain what a test has them say, and a resolver
 * that knows their addresses. Its zones are signed with keys of the test.
 */
import {
  cdnskeyCodec,
  classes,
  dnskeyCodec,
  encodeMessage,
  type Message,
  makeReply,
  Name,
  parseIpAddress,
  type ResourceRecord,
  rcodes,
  rrTypes,
} from '@hostmaster/dns';
import { delegationSigner, type ZoneKey } from '@hostmaster/dns/dnssec';
import { startDnsServer } from '@hostmaster/dns/node';
import { expect } from 'vitest';

export const hosts = ['ns1.example.net', 'ns2.example.net'] as const;
const addresses = ['127.0.0.1', '127.0.0.2'] as const;
const names: readonly string[] = hosts;
const startSeconds = Math.floor(Date.now() / 1_000);

/** What a server sends; null: nothing, and octets as they are. */
export type Reply = Message | Uint8Array | null;

/** The answer of one nameserver, which it may hold. */
export type Answer = (query: Message) => Reply | Promise<Reply>;

export interface CdsOperator {
  readonly settings: {
    readonly HOSTMASTER_RESOLVER: string;
    readonly HOSTMASTER_WEBHOOKS_ALLOW_PRIVATE: 'true';
  };
  readonly nameserverPort: (address: string) => number;
  /** What the nameservers answer for a domain; one answer is that of both. */
  serve(domain: string, ...answers: readonly [Answer, Answer?]): void;
  /** What the resolver answers about `_dsboot.<domain>._signal.<host>`; SERVFAIL where nothing is said. */
  signal(domain: string, host: string, answer: Answer): void;
  close(): Promise<void>;
}

/** With `knowsKeys` the resolver knows the keys of the domains, too. */
export async function startCdsOperator({ knowsKeys = false } = {}): Promise<CdsOperator> {
  const zones = new Map<string, readonly [Answer, Answer?]>();
  const signals = new Map<string, Answer>();
  const servers = await Promise.all(
    addresses.map((host, at) =>
      startDnsServer({
        host,
        port: 0,
        handler: async ({ message }) => {
          const domain = message?.questions[0]?.name.toHostname() ?? '';
          const [first, second = first] = zones.get(domain) ?? [];
          const reply = message === null ? null : await (at === 0 ? first : second)?.(message);
          if (reply == null) return null;
          return reply instanceof Uint8Array ? reply : encodeMessage(reply);
        },
        onError: () => {},
      }),
    ),
  );
  const ports = new Map(servers.map(({ address }) => [address.address, address.port]));
  const resolver = await startDnsServer({
    host: '127.0.0.1',
    port: 0,
    handler: async ({ message }) => {
      const [question] = message?.questions ?? [];
      if (message === null || question === undefined) return null;
      const name = question.name.toHostname();
      const [zone] = knowsKeys && question.type === rrTypes.DNSKEY ? (zones.get(name) ?? []) : [];
      const known = (await (signals.get(name) ?? zone)?.(message)) ?? null;
      if (known !== null) return known instanceof Uint8Array ? known : encodeMessage(known);
      // Hosts below such a domain are the first nameserver.
      const at = names.indexOf(name.replace(/^ns\d\.inside-.*/, hosts[0]));
      if (at === -1) return encodeMessage(makeReply(message, { rcode: rcodes.SERVFAIL }));
      const rdata = parseIpAddress(addresses[at] ?? '') ?? expect.unreachable();
      const answers =
        question.type === rrTypes.A ? [recordAt(question.name, rrTypes.A, rdata)] : [];
      return encodeMessage(makeReply(message, { answers }));
    },
    onError: () => {},
  });
  const { address, port } = resolver.address;
  return {
    settings: {
      HOSTMASTER_RESOLVER: `${address}:${port}`,
      HOSTMASTER_WEBHOOKS_ALLOW_PRIVATE: 'true',
    },
    nameserverPort: (at) => ports.get(at) ?? 0,
    serve: (domain, ...answers) => {
      zones.set(domain, answers);
    },
    signal: (domain, host, answer) => {
      signals.set(`_dsboot.${domain}._signal.${host}`, answer);
    },
    async close() {
      await Promise.all([...servers, resolver].map((each) => each.close()));
    },
  };
}

export interface Apex {
  /** Published as DNSKEY records, each of which signs the set. */
  readonly keys: readonly ZoneKey[];
  /** The data of the CDS and CDNSKEY records; those of all keys where absent. */
  readonly cds?: readonly Uint8Array[];
  readonly cdnskeys?: readonly Uint8Array[];
  /** The keys that sign these records; all where absent. */
  readonly signers?: readonly ZoneKey[];
  /** Since when the signatures are valid, in seconds from the start of the test; an hour before it where absent. */
  readonly sinceSeconds?: number;
  readonly untilSeconds?: number;
}

/** The records of the apex by type, with their signatures. */
export function apexOf(domain: string, apex: Apex): ReadonlyMap<number, readonly ResourceRecord[]> {
  const zone = Name.parse(domain);
  const { keys, signers = keys, sinceSeconds = -3_600, untilSeconds = 86_400 } = apex;
  const validity = {
    inception: startSeconds + sinceSeconds,
    expiration: startSeconds + untilSeconds,
  };
  const dnskeys = keys.map(({ dnskey }) => dnskey);
  const sets: readonly [number, readonly Uint8Array[], readonly ZoneKey[]][] = [
    [rrTypes.DNSKEY, dnskeys, keys],
    [rrTypes.CDS, apex.cds ?? keys.map((key) => cdsOf(domain, key)), signers],
    [rrTypes.CDNSKEY, apex.cdnskeys ?? dnskeys, signers],
  ];
  return new Map(
    sets.map(([type, data, by]) => {
      const set = data.map((rdata) => recordAt(zone, type, rdata));
      const signatures = set.length === 0 ? [] : by.map((key) => key.sign(zone, set, validity));
      return [type, [...set, ...signatures]];
    }),
  );
}

/** A nameserver that serves this apex. */
export function serving(records: ReadonlyMap<number, readonly ResourceRecord[]>): Answer {
  return (query) => {
    const answers = [...(records.get(query.questions[0]?.type ?? 0) ?? [])];
    return { ...makeReply(query, { answers }), authoritative: true };
  };
}

function recordAt(name: Name, type: number, rdata: Uint8Array): ResourceRecord {
  return { name, type, class: classes.IN, ttlSeconds: 60, rdata };
}

/** The data of a CDS record. */
export function cdsOf(domain: string, key: ZoneKey, digestType = 2): Uint8Array {
  const { keyTag, algorithm, digest } =
    delegationSigner(Name.parse(domain), key.dnskey, digestType) ?? expect.unreachable();
  return Uint8Array.from([keyTag >> 8, keyTag & 0xff, algorithm, digestType, ...digest]);
}

/** The DS record as the API and the registry have it. */
export function dsOf(domain: string, key: ZoneKey): string {
  const { keyTag, algorithm, digestType, digest } =
    delegationSigner(Name.parse(domain), key.dnskey) ?? expect.unreachable();
  const hex = Buffer.from(digest).toString('hex').toUpperCase();
  return `${keyTag} ${algorithm} ${digestType} ${hex}`;
}

/** What asks for the end of all DS records (RFC 8078, section 4). */
export const removal = {
  cds: [Uint8Array.of(0, 0, 0, 0, 0)],
  cdnskeys: [
    cdnskeyCodec.encode({
      type: 'DNSKEY',
      flags: 0,
      protocol: 3,
      algorithm: 0,
      publicKey: Uint8Array.of(0),
    }),
  ],
};

/** A key that is no key of a zone, or revoked. */
export function withFlags(key: ZoneKey, flags: number): Uint8Array {
  return dnskeyCodec.encode({ ...dnskeyCodec.decode(key.dnskey), flags });
}

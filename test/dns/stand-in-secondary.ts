/**
 * A secondary that the test controls: it receives NOTIFY, answers with the serial the test chose,
 * and transfers a zone only when the test asks for it.
 */
import {
  classes,
  encodeMessage,
  type Message,
  makeReply,
  Name,
  type ResourceRecord,
  rcodes,
  readNotify,
  rrTypes,
  soaCodec,
} from '@hostmaster/dns';
import {
  type DnsRequest,
  type DnsServer,
  signPacket,
  startDnsServer,
  type TsigKey,
  transferZone,
  verifyPacket,
} from '@hostmaster/dns/node';
import type { TestService } from '@hostmaster/test-rig/service';
import { zonePublication } from '../../packages/server/src/storage/queries/secondaries/zone-confirmations.ts';
import { addSecondary } from './add-secondary.ts';

const nowSeconds = () => Math.floor(Date.now() / 1_000);

export class StandInSecondary {
  readonly name: string;
  readonly #service: TestService;
  #server: DnsServer | null = null;
  #key: TsigKey | null = null;
  /** The serial it has of each zone. */
  readonly held = new Map<string, number>();
  /** The zones of the NOTIFY messages and of the SOA queries that it received. */
  notified: string[] = [];
  asked: string[] = [];

  constructor(service: TestService, name: string) {
    this.#service = service;
    this.name = name;
  }

  async start(): Promise<void> {
    this.#server = await startDnsServer({
      host: '127.0.0.1',
      port: 0,
      onError: console.error,
      handler: (request) => this.#answer(request),
    });
    const address = `127.0.0.1:${this.#server.address.port}`;
    this.#key = await addSecondary(this.#service.place, { name: this.name, address });
  }

  async stop(): Promise<void> {
    await this.#server?.close();
  }

  /** By IXFR from a version, or whole; what it holds stays as it was. Returns the serial it got. */
  async fetch(zone: string, fromSerial?: number): Promise<number> {
    const result = await transferZone({
      address: '127.0.0.1',
      port: this.#service.dnsPort,
      id: 7,
      zone: Name.parse(zone),
      ...(this.#key === null ? {} : { key: this.#key }),
      timeoutMs: 20_000,
      nowSeconds,
      ...(fromSerial === undefined ? {} : { soa: soaOf(zone, fromSerial) }),
    });
    return soaCodec.decode(result.soa.rdata).serial;
  }

  /** The serial that the service has recorded for it. */
  async confirmed(zone: string): Promise<number | null> {
    const rows = await this.#service.database.all(zonePublication, { zone });
    return rows.find(({ secondary }) => secondary === this.name)?.confirmedSerial ?? null;
  }

  #answer({ message, packet }: DnsRequest): Uint8Array | null {
    const key = this.#key;
    if (message === null || key === null) return null;
    if (message.tsig === null) return encodeMessage(makeReply(message, { rcode: rcodes.REFUSED }));
    const check = verifyPacket(packet, message.tsig, {
      findKey: () => key,
      nowSeconds: nowSeconds(),
    });
    if (!check.ok) return null;
    const reply = encodeMessage(makeReply(message, this.#partsFor(message)));
    return signPacket(reply, { key, nowSeconds: nowSeconds(), requestMac: check.mac }).packet;
  }

  #partsFor(message: Message): Partial<Message> {
    const notification = readNotify(message);
    if (notification !== null) {
      this.notified.push(notification.zone.toHostname());
      return {};
    }
    const zone = message.questions[0]?.name.toHostname() ?? '';
    this.asked.push(zone);
    const serial = this.held.get(zone);
    if (serial === undefined) return { rcode: rcodes.REFUSED };
    return { authoritative: true, answers: [soaOf(zone, serial)] };
  }
}

function soaOf(zone: string, serial: number): ResourceRecord {
  const name = Name.parse(zone);
  return {
    name,
    type: rrTypes.SOA,
    class: classes.IN,
    ttlSeconds: 3_600,
    rdata: soaCodec.encode({
      type: 'SOA',
      primary: name,
      mailbox: name,
      serial,
      refreshSeconds: 3_600,
      retrySeconds: 600,
      expireSeconds: 86_400,
      negativeTtlSeconds: 300,
    }),
  };
}

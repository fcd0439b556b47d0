/** Replies as octets: their size, EDNS and signature follow from the request. */
import {
  type Edns,
  encodeMessage,
  type Message,
  makeReply,
  plainUdpBytesMax,
  rcodes,
  rrTypes,
} from '@hostmaster/dns';
import { type DnsRequest, signPacket, tsigBytes } from '@hostmaster/dns/node';
import type { MachineClock } from '../base/clock.ts';
import type { ZoneAnswer } from '../zones/answer-question.ts';
import type { Customer } from './customer-transfers.ts';
import type { CookieVerdict, EdnsOptions } from './edns-options.ts';
import type { Requester } from './requester.ts';
import type { Secondary } from './secondaries/secondaries.ts';

/** What a key is for: a secondary fetches zones; other kinds have their own handlers. */
export type KeyOwner = { readonly kind: 'secondary'; readonly secondary: Secondary } | Customer;

export interface SignedRequest {
  readonly request: DnsRequest & { readonly message: Message };
  readonly requester: Requester<KeyOwner>;
  readonly cookie: CookieVerdict;
}

export interface ReplyOptions {
  readonly clock: MachineClock;
  readonly edns: EdnsOptions;
  readonly onAnswer?: (answer: { readonly transport: string; readonly rcode: number }) => void;
}

/** The largest UDP answer that is not fragmented in practice (DNS flag day 2020). */
const udpBytesMax = 1_232;

export class ReplyEncoder {
  readonly #options: ReplyOptions;

  constructor(options: ReplyOptions) {
    this.#options = options;
  }

  encode(signed: SignedRequest, answer: Partial<ZoneAnswer>): Uint8Array {
    const { request, requester } = signed;
    const { message, transport } = request;
    const { glueCount = 0, ...parts } = answer;
    const isAboutVersion = answer.answers?.[0]?.type === rrTypes.SOA;
    const edns = this.ednsOf(signed, isAboutVersion ? answer.answers?.[0]?.rdata : undefined);
    const maxBytes =
      transport !== 'udp'
        ? 65_535
        : Math.min(Math.max(message.edns?.udpPayloadBytes ?? 0, plainUdpBytesMax), udpBytesMax);
    const isSigned = requester.kind === 'signed';
    const packet = encodeMessage(makeReply(message, { ...parts, edns }), {
      maxBytes,
      reservedBytes: isSigned ? tsigBytes(requester.key) : 0,
      glueCount,
    });
    this.#options.onAnswer?.({ transport, rcode: answer.rcode ?? rcodes.NOERROR });
    if (!isSigned) return packet;
    const nowSeconds = this.nowSeconds();
    return signPacket(packet, { key: requester.key, nowSeconds, requestMac: requester.mac }).packet;
  }

  /** The OPT of the reply; `soa` is the data of the SOA that a reply about a version has. */
  ednsOf({ request, cookie }: SignedRequest, soa?: Uint8Array): Edns | null {
    const { message, peer } = request;
    if (message.edns === null) return null;
    const facts = { address: peer.address, cookie, ...(soa === undefined ? {} : { soa }) };
    return {
      udpPayloadBytes: udpBytesMax,
      version: 0,
      dnssecOk: message.edns.dnssecOk,
      options: this.#options.edns.reply(message, facts),
    };
  }

  nowSeconds(): number {
    return Math.floor(this.#options.clock.now() / 1_000);
  }
}

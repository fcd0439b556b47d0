/**
 * Answers DNS packets. Public queries are answered from the cache; SOA queries and transfers read
 * the database. Transfers and the catalog are for secondaries only, checked by key and address.
 */
import {
  classes,
  formatErrorReply,
  type Message,
  type Name,
  opcodes,
  type Question,
  rcodes,
  rrTypes,
} from '@hostmaster/dns';
import type { DnsReply, DnsRequest, TsigKey } from '@hostmaster/dns/node';
import type { Logger } from 'pino';
import type { MachineClock } from '../base/clock.ts';
import type { Rate } from '../base/setting-values.ts';
import type { HostmasterDatabase } from '../storage/schema.ts';
import type { ZoneAnswer } from '../zones/answer-question.ts';
import { AnswerCache } from './answer-cache.ts';
import { answerFromZone } from './answer-from-zone.ts';
import type { Customer, CustomerTransfers } from './customer-transfers.ts';
import type { CookieVerdict, EdnsOptions } from './edns-options.ts';
import { findReady } from './find-ready.ts';
import {
  readCatalogVersion,
  readListedVersion,
  type SoaDefaults,
  type ZoneVersion,
} from './read-zone.ts';
import { type KeyOwner, ReplyEncoder, type SignedRequest } from './reply-encoder.ts';
import { identify, type KeyFinder } from './requester.ts';
import { type RateMemory, type ResponseDecision, ResponseRate } from './response-rate.ts';
import { hasAddress, type Secondary } from './secondaries/secondaries.ts';
import { type ServerIdentity, serverAnswer } from './server-identity.ts';
import { tlsProblem } from './tls-problem.ts';
import { truncatedReply } from './truncated-reply.ts';
import type { ZoneCache, ZoneSource } from './zone-cache.ts';
import { heldSerial, prepareTransfer, sendTransfer, type TransferKind } from './zone-transfers.ts';

export interface SecondaryVersion {
  readonly zone: string;
  readonly secondary: string;
  readonly serial: number;
}

export interface PrimaryOptions extends SoaDefaults {
  readonly database: HostmasterDatabase;
  readonly clock: MachineClock;
  readonly cache: ZoneCache;
  /** The name of the catalog zone. */
  readonly catalog: string;
  readonly findKey: KeyFinder<KeyOwner>;
  /** Transfers of the stored view, for keys of customers. */
  readonly customerTransfers: CustomerTransfers;
  /**
   * Whether a secondary has this address. Its signed queries are exempt from rate limits, as it may
   * query every zone; an address alone can be forged over UDP.
   */
  readonly isSecondaryAddress: (address: string) => boolean;
  /** Answers UPDATE with an rcode; absent, UPDATE is not implemented. */
  readonly update?: (request: SignedRequest) => Promise<number>;
  /** Called when a secondary reports that it has this version of a zone. */
  readonly onHeld: (version: SecondaryVersion) => void;
  /** Called when a secondary was sent this version; it may still reject it. */
  readonly onSent: (version: SecondaryVersion) => void;
  /** Called when a secondary asks for a transfer, and when that fails. */
  readonly onAsked?: (place: { readonly zone: string; readonly secondary: string }) => void;
  readonly onFailed?: (failure: {
    readonly zone: string;
    readonly secondary: string;
    readonly reason: string;
  }) => void;
  readonly onAnswer?: (answer: {
    readonly transport: string;
    readonly rcode: number;
    /** One unless given. */
    readonly count?: number;
  }) => void;
  readonly onTransfer?: (kind: TransferKind) => void;
  readonly log: Logger;
  /** Unsigned answers over UDP to one network; null for no limit. */
  readonly responseRate: Rate | null;
  /** Where other threads count answers, too. */
  readonly rateMemory?: RateMemory | undefined;
  readonly edns: EdnsOptions;
  readonly identity: ServerIdentity;
}

/** A request of this thread, or of one that has answers of its own. */
export interface PrimaryRequest extends DnsRequest {
  /** Called instead of keeping the answer where it may be given again. */
  readonly onReady?: (rcode: number, source: ZoneSource) => void;
}

/** An answer, and the zone it was made from if it may be kept. */
type Answer = Partial<ZoneAnswer> & { readonly source?: ZoneSource };

export class Primary {
  readonly #options: PrimaryOptions;
  readonly #answers: AnswerCache<ZoneSource>;
  readonly #rate: ResponseRate;
  readonly #replies: ReplyEncoder;

  constructor(options: PrimaryOptions) {
    this.#options = options;
    this.#rate = new ResponseRate(options.responseRate, options.clock, options.rateMemory);
    this.#replies = new ReplyEncoder(options);
    this.#answers = new AnswerCache({ stateOf: (source) => options.cache.stateOf(source) });
  }

  /** Answers a UDP query that was answered before, if its zone is unchanged; else undefined. */
  handleKnown({
    packet,
    peer,
  }: Pick<DnsRequest, 'packet' | 'peer'>): Uint8Array | null | undefined {
    if (this.#options.isSecondaryAddress(peer.address)) return undefined;
    const ready = findReady({ answers: this.#answers, rate: this.#rate }, packet, peer.address);
    if (ready?.rcode !== undefined) {
      this.#options.onAnswer?.({ transport: 'udp', rcode: ready.rcode });
    }
    return ready?.reply;
  }

  async handle(request: PrimaryRequest): Promise<DnsReply> {
    const { message, packet } = request;
    if (message?.response === true) return null;
    this.#options.database.beginTurn();
    const cookie =
      message === null ? noCookie : this.#options.edns.checkCookie(message, request.peer.address);
    const verdict = await this.#verdictOn(request, cookie);
    if (verdict === 'silence') return null;
    if (message === null) return formatErrorReply(packet);
    if (verdict === 'truncate') return this.#limited(request, message, cookie);
    const requester = await this.#identify({ packet, message });
    if (requester.kind === 'refused') return requester.reply;
    if (requester.kind === 'signed') request.noteSigner?.(requester.key.name.toHostname());
    const signed = { request: { ...request, message }, requester, cookie };
    const isTransfer =
      message.opcode === opcodes.QUERY &&
      (message.questions[0]?.type === rrTypes.AXFR || message.questions[0]?.type === rrTypes.IXFR);
    if (isTransfer && request.transport !== 'udp') return this.#transfer(signed);
    const { source, ...answer } = await this.#answer(signed);
    const reply = this.#replies.encode(signed, answer);
    // Options such as a cookie make the answer one for this client only.
    const isPlain = requester.kind === 'anonymous' && (message.edns?.options.length ?? 0) === 0;
    if (source !== undefined && isPlain && request.transport === 'udp') {
      const ready = { reply, rcode: answer.rcode ?? rcodes.NOERROR };
      if (request.onReady !== undefined) request.onReady(ready.rcode, source);
      else this.#answers.keep(packet, ready, source);
    }
    return reply;
  }

  /** Above the rate: a client that uses cookies gets one, with which it may ask again at once. */
  #limited(request: DnsRequest, message: Message, cookie: CookieVerdict): Uint8Array {
    if (cookie.kind !== 'given') return truncatedReply(message);
    const requester = { kind: 'anonymous' } as const;
    const signed = { request: { ...request, message }, requester, cookie };
    return this.#replies.encode(signed, { rcode: rcodes.BADCOOKIE });
  }

  /** A good server cookie proves the address, as TCP does (RFC 7873, section 5.2.5). */
  async #verdictOn(
    { transport, peer, packet, message }: DnsRequest,
    cookie: CookieVerdict,
  ): Promise<ResponseDecision> {
    const isProven = cookie.kind === 'given' && ['good', 'renew'].includes(cookie.state);
    if (transport !== 'udp' || isProven) return 'answer';
    const { isSecondaryAddress } = this.#options;
    if (!isSecondaryAddress(peer.address)) return this.#rate.decide(peer.address);
    if (message !== null && message.tsig !== null) {
      const requester = await this.#identify({ packet, message });
      if (requester.kind === 'signed' && requester.owner.kind === 'secondary') return 'answer';
    }
    // Truncated, never silent: a secondary then continues over TCP.
    return this.#rate.decide(peer.address) === 'answer' ? 'answer' : 'truncate';
  }

  #identify(request: { readonly packet: Uint8Array; readonly message: Message }) {
    return identify(request, {
      findKey: this.#options.findKey,
      nowSeconds: this.#replies.nowSeconds(),
    });
  }

  async #answer(signed: SignedRequest): Promise<Answer> {
    const { message } = signed.request;
    const question = message.questions[0];
    if ((message.edns?.version ?? 0) > 0) return { rcode: rcodes.BADVERS };
    if (signed.cookie.kind === 'malformed') return { rcode: rcodes.FORMERR };
    if (message.opcode === opcodes.UPDATE && this.#options.update !== undefined) {
      return { rcode: await this.#options.update(signed) };
    }
    if (message.opcode === opcodes.NOTIFY) return { rcode: rcodes.REFUSED };
    if (message.opcode !== opcodes.QUERY) return { rcode: rcodes.NOTIMP };
    // A query for a cookie alone (RFC 7873, section 5.4).
    if (message.questions.length === 0 && signed.cookie.kind === 'given') return {};
    if (message.questions.length !== 1 || question === undefined) return { rcode: rcodes.FORMERR };
    if (question.class === classes.ANY) {
      // Other classes may hold more, so the answer is not authoritative (RFC 1034).
      return { ...(await this.#answerIn(signed, question)), authoritative: false };
    }
    if (question.class === classes.CH) return serverAnswer(question, this.#options.identity);
    if (question.class !== classes.IN) return { rcode: rcodes.REFUSED };
    return this.#answerIn(signed, question);
  }

  async #answerIn(signed: SignedRequest, question: Question): Promise<Answer> {
    if (isBelow(question.name, this.#options.catalog)) return this.#catalogAnswer(signed);
    if (question.type === rrTypes.AXFR) return { rcode: rcodes.FORMERR };
    if (question.type === rrTypes.IXFR && heldSerial(signed.request.message) === null) {
      return { rcode: rcodes.FORMERR };
    }
    // Secondaries compare this serial, so it is read from the database.
    const isSoa = question.type === rrTypes.SOA || question.type === rrTypes.IXFR;
    if (isSoa) {
      const version = await this.#versionFor(signed, question.name.toHostname());
      if (version !== null) return { authoritative: true, answers: [version.soa] };
      this.#options.cache.expire(question.name.toHostname());
    }
    const { cache, database } = this.#options;
    // Over UDP only the SOA is sent; a secondary that is behind retries over TCP (RFC 1995, section
    // 2).
    const type = question.type === rrTypes.IXFR ? rrTypes.SOA : question.type;
    const dnssecOk = signed.request.message.edns?.dnssecOk ?? false;
    const asked = { name: question.name, type, dnssecOk };
    const found = await answerFromZone({ cache, reader: () => database.reserved }, asked);
    if (found === null) return { rcode: rcodes.REFUSED };
    const { source, ...answer } = found;
    return isSoa || source === undefined ? answer : { ...answer, source };
  }

  /** A secondary compares serials: its zones need not be read into the cache for that. */
  async #versionFor(signed: SignedRequest, zone: string): Promise<ZoneVersion | null> {
    if (secondaryOf(signed) === null) return null;
    return readListedVersion(this.#options.database.reserved, zone, this.#options);
  }

  /** The catalog lists every customer's domains, so only secondaries may read it. */
  async #catalogAnswer(signed: SignedRequest): Promise<Partial<ZoneAnswer>> {
    const { database, catalog } = this.#options;
    const question = signed.request.message.questions[0];
    const isSoa = question?.type === rrTypes.SOA || question?.type === rrTypes.IXFR;
    if (secondaryOf(signed) === null || !isSoa) return { rcode: rcodes.REFUSED };
    const version = await readCatalogVersion(database.reserved, catalog);
    if (version === null) return { rcode: rcodes.REFUSED };
    return { authoritative: true, answers: [version.soa] };
  }

  async #transfer(signed: SignedRequest): Promise<DnsReply> {
    const { database, catalog, log } = this.#options;
    const { request, requester } = signed;
    const zone = request.message.questions[0]?.name.toHostname() ?? '';
    const secondary = secondaryOf(signed);
    if (requester.kind === 'signed' && requester.owner.kind !== 'secondary') {
      return this.#customerTransfer(signed, { ...requester, customer: requester.owner, zone });
    }
    if (secondary === null || requester.kind !== 'signed') {
      log.warn({ zone, peer: request.peer.address }, 'transfer refused');
      if (requester.kind === 'signed' && requester.owner.kind === 'secondary') {
        const { name } = requester.owner.secondary;
        const reason = `it came from ${request.peer.address}, which is not an address of this secondary`;
        this.#options.onFailed?.({ zone, secondary: name, reason });
      }
      return this.#replies.encode(signed, { rcode: rcodes.REFUSED });
    }
    const { key, mac } = requester;
    const { message } = request;
    const place = { zone, secondary: secondary.name };
    this.#options.onAsked?.(place);
    const reason = tlsProblem(secondary, request);
    if (reason !== null) {
      log.warn({ ...place, peer: request.peer.address, reason }, 'transfer refused');
      this.#options.onFailed?.({ ...place, reason });
      return this.#replies.encode(signed, { rcode: rcodes.REFUSED });
    }
    const transfer = await prepareTransfer({
      database: database.reserved,
      read: (reader) =>
        zone === catalog
          ? readCatalogVersion(reader, zone)
          : readListedVersion(reader, zone, this.#options),
      message,
      key,
      isWhole: secondary.transfers === 'axfr',
      ednsOf: (soa) => this.#replies.ednsOf(signed, soa),
    });
    if (transfer === null) {
      this.#options.onFailed?.({ ...place, reason: 'the zone is not served here' });
      return this.#replies.encode(signed, { rcode: rcodes.NOTAUTH });
    }
    const { kind, serial, fromSerial, records } = transfer;
    const { onHeld, onSent, onTransfer } = this.#options;
    if (fromSerial !== null) onHeld({ zone, secondary: secondary.name, serial: fromSerial });
    return sendTransfer(transfer.packets, {
      key,
      requestMac: mac,
      nowSeconds: () => this.#replies.nowSeconds(),
      onAborted: () => {
        const reason = 'the connection was closed before the end of the transfer';
        this.#options.onFailed?.({ ...place, reason });
      },
      onSent: () => {
        log.info(
          { zone, secondary: secondary.name, kind, fromSerial, serial, records },
          'transfer',
        );
        onTransfer?.(kind);
        if (kind !== 'current') onSent({ zone, secondary: secondary.name, serial });
      },
    });
  }

  async #customerTransfer(
    signed: SignedRequest,
    asked: {
      readonly customer: Customer;
      readonly zone: string;
      readonly key: TsigKey;
      readonly mac: Uint8Array;
    },
  ): Promise<DnsReply> {
    const { key, mac: requestMac } = asked;
    const transfer = await this.#options.customerTransfers.prepare({
      ...asked,
      address: signed.request.peer.address,
      message: signed.request.message,
      ednsOf: (soa) => this.#replies.ednsOf(signed, soa),
    });
    if (transfer.kind === 'refused') return this.#replies.encode(signed, { rcode: transfer.rcode });
    return sendTransfer(transfer.packets, {
      key,
      requestMac,
      nowSeconds: () => this.#replies.nowSeconds(),
      onAborted: () => transfer.onEnd(false),
      onSent: () => {
        transfer.onEnd(true);
        this.#options.onTransfer?.(transfer.kind);
      },
    });
  }
}

const noCookie: CookieVerdict = { kind: 'none' };

/** Both the key and the address must match. */
function secondaryOf({ request, requester }: SignedRequest): Secondary | null {
  if (requester.kind !== 'signed' || requester.owner.kind !== 'secondary') return null;
  const { secondary } = requester.owner;
  return hasAddress(secondary, request.peer.address) ? secondary : null;
}

function isBelow(name: Name, zone: string): boolean {
  const host = name.toHostname();
  return host === zone || host.endsWith(`.${zone}`);
}

/**
 * A DNS server around one handler: UDP and TCP on the same port, with limits on connections and
 * work in progress (RFC 7766, section 6). The handler decides what to answer.
 */
import type { SecureContext } from 'node:tls';
import { plainBytes } from '../bytes.ts';
import { decodeMessage } from '../decode-message.ts';
import { DnsFormatError } from '../errors.ts';
import type { Message } from '../message.ts';
import { rcodes } from '../protocol.ts';
import { headerReply } from '../reply-raw.ts';
import type { Answer, DnsHandler, DnsReply, DnsRequest, Peer } from './dns-handler.ts';
import type { Listener } from './listener.ts';
import { listenTcp, type TcpLimits } from './tcp-listener.ts';
import { listenUdp, type UdpLimits, type UdpRequest } from './udp-listener.ts';

export interface DnsServerOptions {
  readonly host: string;
  /** 0 chooses a port that is free for both transports. */
  readonly port: number;
  readonly handler: DnsHandler;
  /** Decodes packets of more than 4,096 octets, which takes long; absent: at once. */
  readonly decodeInTurn?: (peer: Peer, decode: () => Message | null) => Promise<Message | null>;
  /**
   * Called with each UDP packet before it is decoded, for answers that are at hand: a reply, or null
   * for silence. Undefined leaves the packet to the handler.
   */
  readonly quickUdpAnswer?: (request: UdpRequest) => Uint8Array | null | undefined;
  /** Opens the UDP side in another way, such as in other threads. */
  readonly openUdp?: (place: { readonly host: string; readonly port: number }) => Promise<Listener>;
  /** Faults of the handler; the peer gets SERVFAIL. */
  readonly onError: (error: unknown) => void;
  readonly limits?: Partial<UdpLimits & TcpLimits>;
  /** Trusted peers have their own connection limit, so that other peers cannot use it up. */
  readonly isTrustedPeer?: (address: string) => boolean;
  /**
   * The networks whose connections are limited together, the narrowest first; a wider one may have
   * twice as many. Default: the address alone.
   */
  readonly networksOf?: (address: string) => readonly string[];
}

export interface DnsServer {
  readonly address: Peer;
  /** Stops listening and drops what is open. */
  close(): Promise<void>;
}

/** Attempts to find a port that is free for both transports, when port 0 was asked for. */
const portTries = 20;

export async function startDnsServer(options: DnsServerOptions): Promise<DnsServer> {
  const answer = answerOf(options);
  const { tcp, udp } = await listenBoth(options, answer);
  return {
    address: { address: options.host, port: tcp.port },
    async close() {
      await Promise.all([tcp.close(), udp.close()]);
    },
  };
}

/** DNS over TLS (RFC 7858), and transfers over TLS (RFC 9103): TCP only, on a port of its own. */
export async function startDnsTlsServer(
  options: Omit<DnsServerOptions, 'quickUdpAnswer'> & {
    readonly secureContext: () => SecureContext;
  },
): Promise<DnsServer> {
  const { host, port, limits = {}, onError, secureContext } = options;
  const answer = answerOf(options);
  const listener = await listenTcp({
    ...{ host, port, limits, onError, answer, secureContext },
    isTrustedPeer: options.isTrustedPeer ?? (() => false),
    networksOf: options.networksOf ?? ((address: string) => [address]),
  });
  return { address: { address: host, port: listener.port }, close: () => listener.close() };
}

function answerOf(options: ReplyOptions): Answer {
  return (packet, transport, peer, noteSigner) => {
    const request = { transport, peer, packet: plainBytes(packet) };
    return safeReply(options, noteSigner === undefined ? request : { ...request, noteSigner });
  };
}

async function listenBoth(
  options: DnsServerOptions,
  answer: Answer,
): Promise<{ tcp: Listener; udp: Listener }> {
  const { host, limits = {}, onError, isTrustedPeer = () => false } = options;
  const quickAnswer = quickUdpAnswer(options);
  const networksOf = options.networksOf ?? ((address: string) => [address]);
  for (let left = portTries; ; left -= 1) {
    const shared = { host, answer, limits, onError };
    const tcp = await listenTcp({ ...shared, port: options.port, isTrustedPeer, networksOf });
    try {
      const { port } = tcp;
      const udp =
        options.openUdp === undefined
          ? await listenUdp({ ...shared, port, quickAnswer })
          : await options.openUdp({ host, port });
      return { tcp, udp };
    } catch (error) {
      await tcp.close();
      if (options.port !== 0 || left <= 1) throw error;
    }
  }
}

/** A fault leaves the packet to the handler. */
function quickUdpAnswer(options: DnsServerOptions): Required<DnsServerOptions>['quickUdpAnswer'] {
  const { quickUdpAnswer: answer } = options;
  if (answer === undefined) return () => undefined;
  return (request) => {
    try {
      return answer(request);
    } catch (error) {
      options.onError(error);
      return undefined;
    }
  };
}

type ReplyOptions = Pick<DnsServerOptions, 'handler' | 'onError' | 'decodeInTurn'>;

/** Only UPDATE messages over TCP are longer; a thousand entries take milliseconds. */
const largeBytesMin = 4_096;

/** A fault of the decoder or the handler costs one answer (SERVFAIL) and never stops the server. */
export async function safeReply(
  options: ReplyOptions,
  request: Omit<DnsRequest, 'message'>,
): Promise<DnsReply> {
  try {
    const message = await decodeInTurn(options, request);
    return await options.handler({ ...request, message });
  } catch (error) {
    options.onError(error);
    return headerReply(request.packet, rcodes.SERVFAIL);
  }
}

function decodeInTurn(
  options: ReplyOptions,
  { packet, peer }: Omit<DnsRequest, 'message'>,
): Message | null | Promise<Message | null> {
  if (packet.length <= largeBytesMin) return decodeOrNull(packet);
  const decode = () => decodeOrNull(packet);
  return options.decodeInTurn === undefined ? decode() : options.decodeInTurn(peer, decode);
}

function decodeOrNull(packet: Uint8Array): Message | null {
  try {
    return decodeMessage(packet);
  } catch (error) {
    if (error instanceof DnsFormatError) return null;
    throw error;
  }
}

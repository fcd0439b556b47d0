/** The interface between the DNS server and its handler. */
import type { Message } from '../message.ts';

export interface Peer {
  readonly address: string;
  readonly port: number;
}

export interface DnsRequest {
  readonly transport: 'udp' | 'tcp';
  readonly peer: Peer;
  readonly packet: Uint8Array;
  /** Null when the packet is malformed: answer with `formatErrorReply` or not at all. */
  readonly message: Message | null;
}

/**
 * One packet, none (silence), or a stream of packets for transfers. Over UDP only the first packet of
 * a stream is sent. A stream is read as fast as the peer reads it.
 */
export type DnsReply = Uint8Array | null | Iterable<Uint8Array> | AsyncIterable<Uint8Array>;

export type DnsHandler = (request: DnsRequest) => DnsReply | Promise<DnsReply>;

/** The handler as the listeners call it; it never rejects. */
export type Answer = (
  packet: Uint8Array,
  transport: 'udp' | 'tcp',
  peer: Peer,
) => Promise<DnsReply>;

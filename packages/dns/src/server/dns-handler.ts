/** The interface between the DNS server and its handler. */
import type { Message } from '../message.ts';

export interface Peer {
  readonly address: string;
  readonly port: number;
  /** SHA-256 of the public key of its TLS client certificate, in base64, where it has one. */
  readonly keyDigest?: string;
}

/** `tls` is DNS over TLS (RFC 7858). */
export type Transport = 'udp' | 'tcp' | 'tls';

export interface DnsRequest {
  readonly transport: Transport;
  readonly peer: Peer;
  readonly packet: Uint8Array;
  /** Null when the packet is malformed: answer with `formatErrorReply` or not at all. */
  readonly message: Message | null;
  /** To be called with the name of the key when the message is validly signed; not over UDP. */
  readonly noteSigner?: (keyName: string) => void;
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
  transport: Transport,
  peer: Peer,
  noteSigner?: NonNullable<DnsRequest['noteSigner']>,
) => Promise<DnsReply>;

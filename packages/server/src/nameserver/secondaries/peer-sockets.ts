/**
 * Open UDP sockets to the addresses of a secondary. NOTIFY and SOA queries are sent by the thousand,
 * and a socket for each costs more than the message. They are signed, so a fixed port is safe.
 */
import type { Message } from '@hostmaster/dns';
import { type ExchangeOptions, UdpPeer } from '@hostmaster/dns/node';

export class PeerSockets {
  readonly #peers = new Map<string, UdpPeer>();

  /** Options besides the key are those of the first message to the address. */
  exchange(message: Message, options: ExchangeOptions): Promise<Message> {
    const { key, transport: _, ...rest } = options;
    const place = `${options.address} ${options.port}`;
    const peer = this.#peers.get(place) ?? new UdpPeer(rest);
    this.#peers.set(place, peer);
    return peer.exchange(message, key);
  }

  /** What is in flight fails. */
  close(): void {
    for (const peer of this.#peers.values()) peer.close();
    this.#peers.clear();
  }
}

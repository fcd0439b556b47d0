/**
 * Open UDP sockets to the addresses of a secondary. NOTIFY and SOA queries are sent by the thousand,
 * and a socket for each costs more than the message. They are signed, so a fixed port is safe.
 */
import type { Message } from '@hostmaster/dns';
import { UdpPeer } from '@hostmaster/dns/node';
import { type AskDnsOptions, askDns } from '../../base/dns/ask-dns.ts';

export class PeerSockets {
  readonly #peers = new Map<string, UdpPeer>();

  /** Options besides the key are those of the first message to the address. */
  exchange(message: Message, options: AskDnsOptions): Promise<Message> {
    const { key, transport: _, stopping: __, ...rest } = options;
    const place = `${options.address} ${options.port}`;
    const peer = this.#peers.get(place) ?? new UdpPeer(rest);
    this.#peers.set(place, peer);
    return askDns(message, options, () => peer.exchange(message, key));
  }

  /** What is in flight fails. */
  close(): void {
    for (const peer of this.#peers.values()) peer.close();
    this.#peers.clear();
  }
}

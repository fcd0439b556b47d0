/** What needs Node: signatures (node:crypto), the server and the client (sockets). */

export { exchange } from './client/exchange.ts';
export { DnsExchangeError, type ExchangeOptions } from './client/exchange-error.ts';
export { type TransferZoneOptions, transferZone } from './client/transfer-zone.ts';
export { UdpPeer, type UdpPeerOptions } from './client/udp-peer.ts';
export type { DnsHandler, DnsReply, DnsRequest, Peer } from './server/dns-handler.ts';
export {
  type DnsServer,
  type DnsServerOptions,
  safeReply,
  startDnsServer,
  startDnsTlsServer,
} from './server/dns-server.ts';
export type { Listener } from './server/listener.ts';
export type { TcpLimits } from './server/tcp-listener.ts';
export { listenUdp, type UdpLimits } from './server/udp-listener.ts';
export {
  fudgeSecondsMax,
  isWeakTsig,
  type SignedPacket,
  signFailureReply,
  signPacket,
  type TsigAlgorithm,
  type TsigCheck,
  type TsigFailure,
  type TsigKey,
  tsigAlgorithms,
  tsigBytes,
  verifyPacket,
} from './tsig.ts';
export { TsigStreamSigner, TsigStreamVerifier } from './tsig-stream.ts';

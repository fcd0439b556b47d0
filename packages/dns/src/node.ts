// What needs Node: signatures (node:crypto), the server shell and the client (sockets).
export {
  DnsExchangeError,
  type ExchangeOptions,
  exchange,
} from './client/exchange.ts';
export { type TransferZoneOptions, transferZone } from './client/transfer-zone.ts';
export {
  type DnsHandler,
  type DnsReply,
  type DnsRequest,
  type DnsServer,
  type DnsServerOptions,
  type Peer,
  startDnsServer,
} from './server/dns-server.ts';
export type { TcpLimits } from './server/tcp-listener.ts';
export type { UdpLimits } from './server/udp-listener.ts';
export {
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

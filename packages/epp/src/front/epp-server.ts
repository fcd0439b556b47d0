/** A registry front: an EPP server over TLS for any backend, with faults for tests. */

import { randomBytes } from 'node:crypto';
import type { AddressInfo, Socket } from 'node:net';
import { createServer, type Server, type TLSSocket } from 'node:tls';
import { type Greeting, knownServices } from '../codecs/session/greeting.ts';
import { compact } from '../compact.ts';
import { defaultFrameBytesMax } from '../frame.ts';
import { systemTimers, type Timers } from '../timers.ts';
import type { EppBackend, Peer } from './epp-backend.ts';
import { FaultPlan } from './fault-plan.ts';
import { FrontConnection } from './front-connection.ts';
import { FrontSession } from './front-session.ts';

/** How many transaction ids are remembered for the fault that watches for reuse. */
const rememberedClTRIDsMax = 10_000;

export interface EppServerOptions {
  readonly tls: {
    readonly cert: string | Buffer;
    readonly key: string | Buffer;
    /** When given, clients must show a certificate signed by this authority. */
    readonly clientCa?: string | Buffer;
  };
  readonly backend: EppBackend;
  readonly greeting?: Partial<Omit<Greeting, 'serverDate'>>;
  readonly faults?: FaultPlan;
  readonly timers?: Timers;
  /** The time in greetings; default: the system clock. */
  readonly now?: () => Date;
  readonly newSvTRID?: () => string;
  readonly frameBytesMax?: number;
  readonly connectionsMax?: number;
  /** A connection without a frame for this long is closed; default: never. */
  readonly idleMs?: number;
  readonly log?: (event: EppServerEvent) => void;
}

/** Frames are redacted before they get here. */
export type EppServerEvent =
  | { readonly event: 'received' | 'sent'; readonly peer: string; readonly xml: string }
  | { readonly event: 'backend-error'; readonly peer: string; readonly error: unknown };

export interface EppServer {
  readonly faults: FaultPlan;
  readonly connectionCount: number;
  /** Port 0 picks a free one. */
  listen(address: { host: string; port: number }): Promise<AddressInfo>;
  /** Closes every connection at once. */
  close(): Promise<void>;
}

export function createEppServer(options: EppServerOptions): EppServer {
  const faults = options.faults ?? new FaultPlan();
  const sockets = new Set<TLSSocket>();
  const recordClTRID = rememberClTRIDs();
  const { log } = options;
  const { clientCa, cert, key } = options.tls;
  const server = createServer({
    cert,
    key,
    minVersion: 'TLSv1.2',
    requestCert: clientCa !== undefined,
    rejectUnauthorized: clientCa !== undefined,
    ...(clientCa === undefined ? {} : { ca: clientCa }),
  });
  server.maxConnections = options.connectionsMax ?? 100;
  const rawSockets = new Map<string, Socket>();
  server.on('connection', (raw: Socket) => {
    const key = endpointOf(raw);
    rawSockets.set(key, raw);
    raw.on('close', () => rawSockets.delete(key));
  });
  server.on('secureConnection', (socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    const peer = peerOf(socket);
    const onError = (error: unknown) =>
      log?.({ event: 'backend-error', peer: peer.address, error });
    const session = new FrontSession({
      backend: options.backend,
      faults,
      peer,
      greeting: () => currentGreeting(options),
      newSvTRID: options.newSvTRID ?? randomSvTRID,
      recordClTRID,
      onBackendError: onError,
    });
    new FrontConnection(socket, session, {
      timers: options.timers ?? systemTimers,
      frameBytesMax: options.frameBytesMax ?? defaultFrameBytesMax,
      idleMs: options.idleMs ?? Number.POSITIVE_INFINITY,
      ...(log === undefined
        ? {}
        : { log: (event, xml) => log({ event, peer: peer.address, xml }) }),
      onError,
      reset: () => rawSockets.get(endpointOf(socket))?.resetAndDestroy(),
    }).start();
  });
  return {
    faults,
    get connectionCount() {
      return sockets.size;
    },
    listen: (address) => listen(server, address),
    close: () => close(server, sockets),
  };
}

function listen(
  server: Server,
  { host, port }: { host: string; port: number },
): Promise<AddressInfo> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.off('error', reject);
      const address = server.address();
      if (address === null || typeof address === 'string') reject(new Error('not a TCP address'));
      else resolve(address);
    });
  });
}

function close(server: Server, sockets: ReadonlySet<TLSSocket>): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    for (const socket of sockets) socket.destroy();
  });
}

function currentGreeting(options: EppServerOptions): Greeting {
  return {
    serverId: 'EPP registry front',
    versions: ['1.0'],
    languages: ['en'],
    ...knownServices,
    ...options.greeting,
    serverDate: options.now?.() ?? new Date(),
  };
}

function peerOf(socket: TLSSocket): Peer {
  const { fingerprint256 } = socket.getPeerCertificate();
  return compact({
    address: socket.remoteAddress ?? 'unknown',
    certificateFingerprint: socket.authorized ? fingerprint256 : undefined,
  });
}

function endpointOf(socket: Socket): string {
  return `${socket.remoteAddress} ${socket.remotePort}`;
}

function rememberClTRIDs(): (clTRID: string) => boolean {
  const seen = new Set<string>();
  return (clTRID) => {
    const reused = seen.has(clTRID);
    seen.add(clTRID);
    const oldest = seen.values().next();
    if (seen.size > rememberedClTRIDsMax && oldest.done !== true) seen.delete(oldest.value);
    return reused;
  };
}

function randomSvTRID(): string {
  return `SV-${randomBytes(12).toString('hex')}`;
}

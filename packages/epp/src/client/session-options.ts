/** The options of a session with their defaults, and its log events. */

import { knownServices, type Services } from '../codecs/session/greeting.ts';
import type { LoginEvent, UserAgent } from '../codecs/session/login-security.ts';
import { defaultFrameBytesMax } from '../frame.ts';
import { systemTimers, type Timers } from '../timers.ts';
import type { ClientTls } from './connection.ts';
import { randomClTRID } from './prepare-command.ts';
import type { Credentials } from './sign-in-guard.ts';

export interface SessionOptions {
  readonly host: string;
  /** Default 700. */
  readonly port?: number;
  readonly tls?: ClientTls;
  readonly credentials: Credentials;
  /** Set at the registry by the login. */
  readonly newPassword?: string;
  /** Sent where the server has login security (RFC 8807). */
  readonly userAgent?: UserAgent;
  /** Announced at login where the server offers them too; default: all that this library supports. */
  readonly services?: Services;
  readonly language?: string;
  readonly connectTimeoutMs?: number;
  readonly greetingTimeoutMs?: number;
  readonly commandTimeoutMs?: number;
  readonly frameBytesMax?: number;
  readonly newClTRID?: () => string;
  readonly timers?: Timers;
  readonly log?: (event: EppLogEvent) => void;
  /** Whether `log` gets frames, default true. Redacting one costs more than reading it. */
  readonly logsFrames?: boolean;
  /** Identifies the session in the log. */
  readonly sessionId?: string;
  /** Cancels a connection attempt. */
  readonly signal?: AbortSignal;
}

/** Frames are redacted before they get here. */
export type EppLogEvent =
  | { readonly event: 'opened'; readonly sessionId: string; readonly serverId: string }
  | { readonly event: 'sent' | 'received'; readonly sessionId: string; readonly xml: string }
  | { readonly event: 'closed'; readonly sessionId: string; readonly reason: string }
  /** What the server says about password, certificate and connection, at the sign-in. */
  | {
      readonly event: 'login-events';
      readonly sessionId: string;
      readonly events: readonly LoginEvent[];
    }
  | { readonly event: 'connect-failed'; readonly reason: string; readonly retryInMs: number }
  /** The first session of a pool, or the first one after all had closed. */
  | { readonly event: 'connected'; readonly serverId: string; readonly tlsVersion: string }
  /** Null: no further try before the credentials have changed. */
  | {
      readonly event: 'sign-in-refused';
      readonly reason: string;
      readonly retryInMs: number | null;
    }
  | { readonly event: 'idle-limit'; readonly silentMs: number; readonly keepAliveMs: number };

export type ResolvedOptions = ReturnType<typeof resolveOptions>;

export function resolveOptions(options: SessionOptions) {
  return {
    host: options.host,
    port: options.port ?? 700,
    tls: options.tls ?? {},
    credentials: options.credentials,
    newPassword: options.newPassword,
    userAgent: options.userAgent,
    services: options.services ?? knownServices,
    language: options.language ?? 'en',
    connectTimeoutMs: options.connectTimeoutMs ?? 10_000,
    greetingTimeoutMs: options.greetingTimeoutMs ?? 10_000,
    commandTimeoutMs: options.commandTimeoutMs ?? 30_000,
    frameBytesMax: options.frameBytesMax ?? defaultFrameBytesMax,
    newClTRID: options.newClTRID ?? randomClTRID,
    timers: options.timers ?? systemTimers,
    log: guardLog(options.log),
    logsFrames: options.log !== undefined && options.logsFrames !== false,
    sessionId: options.sessionId ?? 'epp',
    ...(options.signal === undefined ? {} : { signal: options.signal }),
  };
}

/** Takes the event as a function, so that frames are redacted only when there is a log. */
type LogSink = (event: () => EppLogEvent) => void;

/** An exception of the log must not change the outcome of a command. */
function guardLog(log: SessionOptions['log']): LogSink {
  if (log === undefined) return () => {};
  return (event) => {
    try {
      log(event());
    } catch {
      // The log itself failed, so there is no place to report it.
    }
  };
}

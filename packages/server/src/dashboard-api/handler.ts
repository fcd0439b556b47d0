/**
 * What a handler of the dashboard is given. The edge has checked by then who is asking (`access` of
 * the contract), where the request came from, and query and body by the contract's schemas.
 *
 *   export const contactHandlers = {
 *     listContacts: async (visit) => …visit.call.actor.workspaceId…,
 *     createContact: (visit, input) => visit.transact(async (tx) => …),
 *   } satisfies Partial<Handlers>;
 */
import type { Readable } from 'node:stream';
import type {
  DashboardEndpointName,
  DashboardEndpoints,
  DashboardInput,
  DashboardOutput,
} from '@hostmaster/contract/dashboard';
import type { Session } from '../accounts/sessions.ts';
import type { Throttle } from '../accounts/throttle.ts';
import type { MachineClock } from '../base/clock.ts';
import type { RateLimit } from '../http/rate-limit.ts';
import type { Call, OperationServices } from '../operations/operation.ts';
import type { PaymentServices } from '../payments/payment-services.ts';
import type { HostmasterDatabase, HostmasterTx } from '../storage/schema.ts';

/** What the dashboard needs of the running service. */
export interface DashboardServices {
  readonly database: HostmasterDatabase;
  readonly operations: OperationServices;
  readonly clock: MachineClock;
  readonly mode: 'sandbox' | 'production';
  readonly publicUrl: string;
  /** Where this process takes DNS messages, once it does. */
  readonly dnsServer: () => { readonly host: string; readonly port: number } | null;
  /** The public address is reached over TLS. */
  readonly isSecure: boolean;
  readonly csrfKey: Buffer;
  readonly throttle: Throttle;
  /** Per person. */
  readonly rateLimit: RateLimit | null;
  readonly isSignUpOpen: boolean;
  /** Also says by which means customers can pay: `payments.means.provider`. */
  readonly payments: PaymentServices;
}

/** Somebody is here, known or not. */
export interface Visit {
  readonly services: DashboardServices;
  /** Machine time. */
  readonly now: number;
  /** Where the request came from. */
  readonly address: string;
  readonly userAgent: string;
  /** Null on a first visit. */
  readonly cookieValue: string | null;
  readonly session: Session | null;
  setCookie(value: string, isSession: boolean): void;
  /** Makes the answer a file to keep. */
  offerAs(fileName: string): void;
  /**
   * One transaction. Where the contract says `idempotent` and the request has an Idempotency-Key, what
   * `work` returns is stored with the change: a repetition gets it from here without any work being
   * done, and the handler goes on with it.
   */
  transact<T>(work: (tx: HostmasterTx) => Promise<T>): Promise<T>;
}

/** Somebody is signed in. */
export interface AccountVisit extends Visit {
  readonly accountId: string;
  readonly sessionId: string;
}

/** A member of the workspace: `call` is what operations take, with calendar time as `now`. */
export interface WorkspaceVisit extends AccountVisit {
  readonly call: Call;
}

export type VisitOf<N extends DashboardEndpointName> =
  DashboardEndpoints[N]['access'] extends 'workspace'
    ? WorkspaceVisit
    : DashboardEndpoints[N]['access'] extends 'account'
      ? AccountVisit
      : Visit;

export type Handler<N extends DashboardEndpointName> = (
  visit: VisitOf<N>,
  input: DashboardInput<N>,
) => Promise<DashboardOutput<N> | FileOf<N>>;

/** A file to keep may also be sent piece by piece. */
type FileOf<N extends DashboardEndpointName> = DashboardEndpoints[N] extends {
  readonly mediaType: string;
}
  ? Readable
  : never;

/** One handler for every endpoint. */
export type Handlers = { readonly [N in DashboardEndpointName]: Handler<N> };

/**
 * What a handler of the dashboard is given. The edge has checked by then who is asking (`access` of
 * the contract), where the request came from, and query and body by the contract's schemas.
 *
 *   export const contactHandlers = {
 *     listContacts: async (visit) => …visit.call.actor.workspaceId…,
 *     createContact: (visit, input) => visit.transact(async (tx) => …),
 *   } satisfies HandlersOf<typeof contactEndpoints>;
 */
import type {
  DashboardEndpointName,
  DashboardEndpoints,
  DashboardInput,
  DashboardOutput,
} from '@hostmaster/contract/dashboard';
import type { MachineClock } from '../base/clock.ts';
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
  readonly isSignUpOpen: boolean;
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
  /**
   * One transaction. Where the contract says `idempotent` and the request has an Idempotency-Key, what
   * the work returns is stored with the change: a repetition gets it back from here without any work,
   * and the handler goes on with it.
   */
  transact<T>(work: (tx: HostmasterTx) => Promise<T>): Promise<T>;
}

/** Somebody is signed in. */
export interface AccountVisit extends Visit {
  readonly accountId: string;
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
) => Promise<DashboardOutput<N>>;

/** One handler for every endpoint of a part of the contract. */
export type HandlersOf<Part> = {
  readonly [N in keyof Part & DashboardEndpointName]: Handler<N>;
};

/**
 * What a handler of the dashboard receives. Authentication (`access` of the contract), the origin and
 * CSRF checks and the schemas of query and body have passed by then.
 *
 *   export const contactHandlers = {
 *     listContacts: async (request) => …request.call.actor.workspaceId…,
 *     createContact: (request, input) => request.persist(createContact(request.call, input)),
 *   } satisfies Partial<Handlers>;
 */
import type {
  DashboardEndpointName,
  DashboardEndpoints,
  DashboardInput,
  DashboardOutput,
} from '@hostmaster/contract/dashboard';
import type { MachineClock } from '../base/clock.ts';
import type { RateLimit } from '../http/rate-limit.ts';
import type { Call, OpenedFile } from '../operations/operation.ts';
import type {
  AccountCall,
  AccountServices,
  VisitorCall,
} from '../operations/people/account-call.ts';
import type { WorkspaceLookUps } from '../operations/public-data/workspace-look-ups.ts';
import type { PaymentServices } from '../payments/payment-services.ts';

/** The parts of the running service that the dashboard uses. */
export interface DashboardServices extends AccountServices {
  readonly clock: MachineClock;
  /** The address this process answers DNS on; null until it listens. */
  readonly dnsServer: () => { readonly host: string; readonly port: number } | null;
  /** The public address is reached over TLS. */
  readonly isSecure: boolean;
  /** The current key first; tokens of the others are accepted too. */
  csrfKeys(): readonly [Buffer, ...Buffer[]];
  /** Per user. */
  readonly rateLimit: RateLimit | null;
  /** Mail is shown in the dashboard instead of being sent. */
  readonly hasMailbox: boolean;
  /** Where customers ask for help. */
  readonly supportContact: string | null;
  readonly lookUps: WorkspaceLookUps;
  /** How many zones each secondary lacks or has in an older version. */
  zonesBehind(): Promise<readonly { readonly secondary: string; readonly zones: number }[]>;
  /** `payments.method.provider` is the configured payment provider. */
  readonly payments: PaymentServices;
}

/**
 * A request of any visitor, signed in or not. Where the contract says `idempotent` and the request
 * has an Idempotency-Key, the answer of what is persisted is stored with the change: a repeated
 * request gets the stored answer without a second change, and the handler continues with it.
 */
export interface DashboardRequest extends VisitorCall {
  readonly services: DashboardServices;
  setCookie(value: string, isSession: boolean): void;
  setDevice(value: string): void;
  /** The cookie of a sign-in at a provider; null ends it. */
  setAttempt(sealed: string | null): void;
}

/** A signed-in request. */
export interface AccountRequest
  extends DashboardRequest,
    Pick<AccountCall, 'accountId' | 'sessionId'> {}

/** A request by a member of the workspace: `call` is what operations take, with calendar time as `now`. */
export interface WorkspaceRequest extends AccountRequest {
  readonly call: Call;
}

export type RequestOf<N extends DashboardEndpointName> =
  DashboardEndpoints[N]['access'] extends 'workspace'
    ? WorkspaceRequest
    : DashboardEndpoints[N]['access'] extends 'account'
      ? AccountRequest
      : DashboardRequest;

export type Handler<N extends DashboardEndpointName> = (
  request: RequestOf<N>,
  input: DashboardInput<N>,
) => Promise<AnswerOf<N>>;

type AnswerOf<N extends DashboardEndpointName> = DashboardEndpoints[N] extends {
  readonly mediaType: string;
}
  ? OpenedFile
  : DashboardOutput<N> | ListOf<DashboardOutput<N>>;

/** An answer may also have its long list in pages, which are read while they are sent. */
type ListOf<Output> = {
  [Member in keyof Output & string]: Output[Member] extends readonly (infer Item)[]
    ? {
        readonly member: Member;
        readonly rest: Omit<Output, Member>;
        readonly list: AsyncGenerator<readonly Item[]>;
      }
    : never;
}[keyof Output & string];

/** One handler for every endpoint. */
export type Handlers = { readonly [N in DashboardEndpointName]: Handler<N> };

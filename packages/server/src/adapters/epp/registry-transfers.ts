/** Transfers between registrars over EPP (RFC 5731, sections 3.1.3 and 3.2.4). */
import {
  type DomainInfo,
  type EppReply,
  infoDomain,
  type TransferDomainRequest,
  type TransferDomainResult,
  transferDomain,
} from '@hostmaster/epp';
import {
  type Command,
  type CommandOutcome,
  PriceTooHigh,
  type RefusedOutcome,
  type RegistryTransfer,
  type TransferCommand,
} from '../../registrars/registrar.ts';
import { ask, Refused } from './outcomes.ts';
import type { OutsidePool } from './outside-pool.ts';
import type { PurchaseFees } from './purchase-fees.ts';
import type { RegistryConfig } from './registry-config.ts';
import { isUnclear, obstacleOf, reasonOf } from './transfer-refusal.ts';

const statuses = {
  pending: 'pending',
  clientApproved: 'approved',
  serverApproved: 'approved',
  clientRejected: 'denied',
  serverCancelled: 'denied',
  clientCancelled: 'cancelled',
} as const satisfies Record<string, RegistryTransfer['status']>;

/** Nothing is pending, there is no such name, or it is not ours to see. */
const noAnswerCodes: ReadonlySet<number> = new Set([2201, 2202, 2301, 2303]);

export class RegistryTransfers {
  readonly #config: RegistryConfig;
  readonly #pool: OutsidePool;
  readonly #fees: PurchaseFees;
  readonly #send: (
    request: TransferDomainRequest,
    command: Command,
  ) => Promise<EppReply<TransferDomainResult>>;
  readonly #expiryOf: (name: string) => Promise<number>;

  constructor(options: {
    readonly config: RegistryConfig;
    readonly pool: OutsidePool;
    readonly fees: PurchaseFees;
    readonly send: (
      request: TransferDomainRequest,
      command: Command,
    ) => Promise<EppReply<TransferDomainResult>>;
    readonly expiryOf: (name: string) => Promise<number>;
  }) {
    this.#config = options.config;
    this.#pool = options.pool;
    this.#fees = options.fees;
    this.#send = options.send;
    this.#expiryOf = options.expiryOf;
  }

  async transferOf(name: string, authCode?: string): Promise<RegistryTransfer | null> {
    const request = { op: 'query', name, ...withCode(authCode) } as const;
    try {
      const { data } = await ask(this.#pool, transferDomain, request);
      if (data.transfer === undefined) return null;
      const { status, requestedBy, requestedAt, actsAt, expiresAt } = data.transfer;
      return {
        status: statuses[status],
        requestedByUs: requestedBy === this.#config.credentials.clientId,
        requestedAt: requestedAt.getTime(),
        actsAt: actsAt.getTime(),
        expiresAt: expiresAt?.getTime() ?? null,
      };
    } catch (error) {
      if (error instanceof Refused && noAnswerCodes.has(error.code)) return null;
      throw error;
    }
  }

  async request(command: TransferCommand): Promise<CommandOutcome> {
    const { name, years, premium, authCode } = command;
    try {
      const purchase = { command: 'transfer', name, years, premium } as const;
      const period = years === 0 ? {} : { periodYears: years };
      const request = { op: 'request', name, authInfo: authCode, ...period } as const;
      const { reply } = await this.#fees.buy(purchase, (fee) =>
        this.#send({ ...request, ...fee }, command),
      );
      const { pending, data } = reply;
      if (pending || data.transfer?.status === 'pending') return this.#pending();
      return { kind: 'done', expiresAt: await this.#expiryOf(name) };
    } catch (error) {
      // The name was never ours, so the customer decides about the new price.
      if (error instanceof PriceTooHigh) return { kind: 'refused', reason: error.message };
      if (error instanceof Refused) return this.#refusalOf(error, command);
      throw error;
    }
  }

  cancel({ authCode, ...command }: Command & { authCode: string }): Promise<CommandOutcome> {
    return this.#end({ op: 'cancel', name: command.name, authInfo: authCode }, command);
  }

  answer({ accepts, ...command }: Command & { accepts: boolean }): Promise<CommandOutcome> {
    return this.#end({ op: accepts ? 'approve' : 'reject', name: command.name }, command);
  }

  async #end(request: TransferDomainRequest, command: Command): Promise<CommandOutcome> {
    try {
      const { pending, data } = await this.#send(request, command);
      if (pending) return this.#pending();
      return { kind: 'done', expiresAt: data.transfer?.expiresAt?.getTime() ?? 0 };
    } catch (error) {
      if (error instanceof Refused) return { kind: 'refused', reason: reasonOf({}, error) };
      throw error;
    }
  }

  async #refusalOf(error: Refused, command: TransferCommand): Promise<RefusedOutcome> {
    const { code, message } = error;
    const shown = isUnclear(code) ? await this.#shown(command) : null;
    const obstacle = obstacleOf({ code, shown, at: command.requestedAt });
    return { kind: 'refused', reason: reasonOf(obstacle, { code, message }), ...obstacle };
  }

  /** What the registry shows of the name to those who know its auth code; null: nothing. */
  async #shown({ name, authCode: authInfo }: TransferCommand): Promise<DomainInfo | null> {
    try {
      return (await ask(this.#pool, infoDomain, { name, authInfo })).data;
    } catch (error) {
      // Without an answer the cause stays open: nothing was done, and the request is sent again.
      if (!(error instanceof Refused)) throw error;
      return null;
    }
  }

  #pending(): CommandOutcome {
    return { kind: 'pending', askAfterMs: this.#config.askAfterMs };
  }
}

function withCode(authInfo: string | undefined) {
  return authInfo === undefined ? {} : { authInfo };
}

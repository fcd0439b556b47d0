/**
 * The accounts of the sandbox registry over EPP: who may sign in, and what is left of the deposit. It
 * can lock an account after wrong passwords and demand a new password, as real registries do.
 */
import { EppRefusal, type LoginEvent, type LoginRequest } from '@hostmaster/epp';
import type { ObjectTransfer } from '../storage/tables/objects.ts';

export interface AccountRules {
  /** Wrong sign-ins after which an account is locked; default: never. */
  readonly lockAfter?: number;
  /** The first sign-in must set a new password. */
  readonly isPasswordExpired?: boolean;
  /** Clients with login security are warned of this end of their password, until they change it. */
  readonly passwordExpiresAt?: number;
  /** What each account has at the start, in the registry's currency; default: no limit. */
  readonly deposit?: number;
}

interface TransferPayment {
  readonly clientId: string;
  readonly amount: number;
}

export class FrontAccounts {
  readonly #passwords: Map<string, string>;
  readonly #rules: AccountRules;
  readonly #expired: Set<string>;
  readonly #deposits = new Map<string, number>();
  readonly #changed = new Set<string>();
  readonly #wrong = new Map<string, number>();
  readonly #transfers = new Map<string, TransferPayment>();

  constructor(credentials: Readonly<Record<string, string>>, rules: AccountRules = {}) {
    this.#passwords = new Map(Object.entries(credentials));
    this.#rules = rules;
    this.#expired = new Set(rules.isPasswordExpired === true ? this.#passwords.keys() : []);
    const { deposit } = rules;
    if (deposit === undefined) return;
    for (const clientId of this.#passwords.keys()) this.#deposits.set(clientId, deposit);
  }

  /** Wrong sign-ins since the last right one. */
  wrongSignIns(clientId: string): number {
    return this.#wrong.get(clientId) ?? 0;
  }

  passwordOf(clientId: string): string | undefined {
    return this.#passwords.get(clientId);
  }

  /** As when another person changes it at the registry. */
  setPassword(clientId: string, password: string): void {
    this.#passwords.set(clientId, password);
  }

  signIn({ clientId, password, newPassword }: LoginRequest): readonly LoginEvent[] {
    const { lockAfter = Number.POSITIVE_INFINITY } = this.#rules;
    const wrong = this.wrongSignIns(clientId);
    if (wrong >= lockAfter) throw new EppRefusal(2200, `Locked after ${wrong} wrong sign-ins.`);
    if (this.#passwords.get(clientId) !== password) {
      this.#wrong.set(clientId, wrong + 1);
      throw new EppRefusal(2200);
    }
    if (newPassword === undefined && this.#expired.has(clientId)) {
      const reason = 'The password has expired: sign in with a new one.';
      throw new EppRefusal(2200, reason, [{ type: 'password', level: 'error', text: reason }]);
    }
    this.#wrong.delete(clientId);
    if (newPassword === undefined) return this.#warnings(clientId);
    this.#passwords.set(clientId, newPassword);
    this.#expired.delete(clientId);
    this.#changed.add(clientId);
    return [];
  }

  /** Undefined without a limit. */
  depositOf(clientId: string): number | undefined {
    return this.#deposits.get(clientId);
  }

  setDeposit(clientId: string, amount: number): void {
    this.#deposits.set(clientId, amount);
  }

  debit(clientId: string, amount: number): void {
    const deposit = this.#deposits.get(clientId);
    if (deposit !== undefined) this.#deposits.set(clientId, deposit - amount);
  }

  /** A transfer is paid with its request. */
  noteTransfer(transactionId: string, paid: TransferPayment): void {
    this.#transfers.set(transactionId, paid);
  }

  /** Credits a transfer that ended without the name; once. */
  settleTransfer({
    transactionId,
    status,
  }: Pick<ObjectTransfer, 'transactionId' | 'status'>): void {
    const paid = this.#transfers.get(transactionId);
    if (paid === undefined || status === 'pending') return;
    this.#transfers.delete(transactionId);
    if (!status.endsWith('Approved')) this.debit(paid.clientId, -paid.amount);
  }

  #warnings(clientId: string): readonly LoginEvent[] {
    const { passwordExpiresAt } = this.#rules;
    if (passwordExpiresAt === undefined || this.#changed.has(clientId)) return [];
    const expiresAt = new Date(passwordExpiresAt);
    return [{ type: 'password', level: 'warning', expiresAt, text: 'Change the password soon.' }];
  }
}

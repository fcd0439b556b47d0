/**
 * Who may sign in to the sandbox registry over EPP. It can lock an account after wrong passwords and
 * demand a new password, as real registries do.
 */
import { EppRefusal, type LoginRequest } from '@hostmaster/epp';

export interface AccountRules {
  /** Wrong sign-ins after which an account is locked; default: never. */
  readonly lockAfter?: number;
  /** The first sign-in must set a new password. */
  readonly isPasswordExpired?: boolean;
}

export class FrontAccounts {
  readonly #passwords: Map<string, string>;
  readonly #rules: AccountRules;
  readonly #expired: Set<string>;
  readonly #wrong = new Map<string, number>();

  constructor(credentials: Readonly<Record<string, string>>, rules: AccountRules = {}) {
    this.#passwords = new Map(Object.entries(credentials));
    this.#rules = rules;
    this.#expired = new Set(rules.isPasswordExpired === true ? this.#passwords.keys() : []);
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

  signIn({ clientId, password, newPassword }: LoginRequest): void {
    const { lockAfter = Number.POSITIVE_INFINITY } = this.#rules;
    const wrong = this.wrongSignIns(clientId);
    if (wrong >= lockAfter) throw new EppRefusal(2200, `Locked after ${wrong} wrong sign-ins.`);
    if (this.#passwords.get(clientId) !== password) {
      this.#wrong.set(clientId, wrong + 1);
      throw new EppRefusal(2200);
    }
    if (newPassword === undefined && this.#expired.has(clientId)) {
      throw new EppRefusal(2200, 'The password has expired: sign in with a new one.');
    }
    this.#wrong.delete(clientId);
    if (newPassword === undefined) return;
    this.#passwords.set(clientId, newPassword);
    this.#expired.delete(clientId);
  }
}

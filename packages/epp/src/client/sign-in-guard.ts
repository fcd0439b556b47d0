/**
 * Registries lock accounts after a few wrong passwords. After two refused sign-ins there is no third
 * one with the same credentials: the owner of the pool must change them first.
 */
import { EppResultError } from '../epp-result-error.ts';
import type { EppNotSentError } from '../errors.ts';
import type { Timers } from '../timers.ts';

export interface Credentials {
  readonly clientId: string;
  readonly password: string;
}

const refusalsMax = 2;
/** While stopped, every waiting command looks for changed credentials, at most this often. */
const rereadMs = 1_000;
/** Authentication or authorisation failed; other codes of a login say nothing about the password. */
const refusalCodes: ReadonlySet<number> = new Set([2200, 2201, 2202, 2501]);

export class SignInGuard {
  readonly #read: () => Credentials;
  readonly #timers: Timers;
  #current: Credentials;
  #refusals = 0;
  #readAtMs = Number.NEGATIVE_INFINITY;

  constructor(given: Credentials | (() => Credentials), timers: Timers) {
    this.#read = typeof given === 'function' ? given : () => given;
    this.#timers = timers;
    this.#current = this.#read();
  }

  /** What the next sign-in uses. */
  get credentials(): Credentials {
    this.#reread();
    return this.#current;
  }

  /** True after two refusals, until the credentials have changed. */
  get isStopped(): boolean {
    if (this.#refusals < refusalsMax) return false;
    if (this.#timers.nowMs() >= this.#readAtMs + rereadMs) this.#reread();
    return this.#refusals >= refusalsMax;
  }

  accepted(): void {
    this.#refusals = 0;
  }

  /** Returns whether the sign-in itself was refused. */
  failed(error: EppNotSentError, used: Credentials): boolean {
    if (!isRefusal(error)) return false;
    if (isSame(used, this.#current)) this.#refusals += 1;
    return true;
  }

  #reread(): void {
    this.#readAtMs = this.#timers.nowMs();
    const read = this.#read();
    if (isSame(read, this.#current)) return;
    this.#current = read;
    this.#refusals = 0;
  }
}

function isRefusal({ reason, cause }: EppNotSentError): boolean {
  return reason === 'login' && cause instanceof EppResultError && refusalCodes.has(cause.code);
}

function isSame(one: Credentials, other: Credentials): boolean {
  return one.clientId === other.clientId && one.password === other.password;
}

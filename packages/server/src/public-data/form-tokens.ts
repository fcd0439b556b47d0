/**
 * Makes sending forms slow for programs, without a captcha: a form can be sent once, for its own domain,
 * and not before a person could have filled it in. Nothing is stored: the token is signed, and a message
 * has its token's id, which the outbox takes once.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';
import { hourMs } from '@hostmaster/contract/durations';
import type { MachineClock } from '../base/clock.ts';
import { newId } from '../base/ids.ts';

const validMs = 2 * hourMs;

export type TokenCheck =
  | { readonly kind: 'good'; readonly id: string }
  /** `unknown`: forged, of another form or too old. */
  | { readonly kind: 'early' }
  | { readonly kind: 'unknown' };

export class FormTokens {
  readonly #keys: () => readonly [Buffer, ...Buffer[]];
  readonly #clock: MachineClock;
  readonly #earliestMs: number;

  constructor(
    keys: () => readonly [Buffer, ...Buffer[]],
    { clock, earliestMs }: { readonly clock: MachineClock; readonly earliestMs: number },
  ) {
    this.#keys = keys;
    this.#clock = clock;
    this.#earliestMs = earliestMs;
  }

  issue(name: string): string {
    const claims = `${newId('msg')}.${this.#clock.now().toString(36)}`;
    return `${claims}.${sign(this.#keys()[0], name, claims).toString('base64url')}`;
  }

  check(name: string, token: string): TokenCheck {
    const [, claims = '', id = '', issued = '', signature = ''] =
      /^((msg_[0-9a-z]{1,40})\.([0-9a-z]{1,11}))\.([\w-]{43})$/.exec(token) ?? [];
    const given = Buffer.from(signature, 'base64url');
    const isOurs = this.#keys().some((key) => {
      const expected = sign(key, name, claims);
      return given.length === expected.length && timingSafeEqual(given, expected);
    });
    const ageMs = this.#clock.now() - Number.parseInt(issued, 36);
    if (!isOurs || !(ageMs < validMs)) return { kind: 'unknown' };
    return ageMs < this.#earliestMs ? { kind: 'early' } : { kind: 'good', id };
  }
}

function sign(key: Buffer, name: string, claims: string): Buffer {
  return createHmac('sha256', key).update(`${name} ${claims}`).digest();
}

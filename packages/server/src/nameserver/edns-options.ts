/**
 * The EDNS options of a request and those of its reply: cookies (RFC 7873), the name of the server
 * (NSID, RFC 5001) and how long a copy of a zone stays valid (EXPIRE, RFC 7314).
 */
import {
  type CookieOption,
  type CookieState,
  checkServerCookie,
  type EdnsOption,
  ednsOptions,
  type Message,
  makeServerCookie,
  readCookie,
  soaCodec,
} from '@hostmaster/dns';
import type { MachineClock } from '../base/clock.ts';
import type { SecretBox } from '../base/secret-box.ts';

export interface EdnsSettings {
  /** Sixteen octets each, the current one first; the same in every process. */
  readonly cookieSecrets: () => readonly [Uint8Array, ...Uint8Array[]];
  /** What NSID tells; null for nothing. */
  readonly nsid: string | null;
  readonly clock: MachineClock;
}

const secretsKeptMs = 10_000;

/** The secrets follow a rotation of the secret file within seconds. */
export function cookieSecrets(
  secrets: Pick<SecretBox, 'derivedKeys'>,
  clock: MachineClock,
): EdnsSettings['cookieSecrets'] {
  const read = () => {
    const [current, ...previous] = secrets.derivedKeys('dns-cookies');
    return [cookieKey(current), ...previous.map(cookieKey)] as const;
  };
  let known = { keys: read(), at: clock.now() };
  return () => {
    if (clock.now() - known.at > secretsKeptMs) known = { keys: read(), at: clock.now() };
    return known.keys;
  };
}

function cookieKey(derived: Uint8Array): Uint8Array {
  return Uint8Array.from(derived.subarray(0, 16));
}

export type CookieVerdict =
  | { readonly kind: 'none' }
  | { readonly kind: 'malformed' }
  | { readonly kind: 'given'; readonly option: CookieOption; readonly state: CookieState | 'new' };

export class EdnsOptions {
  readonly #settings: EdnsSettings;

  constructor(settings: EdnsSettings) {
    this.#settings = settings;
  }

  checkCookie(message: Message, address: string): CookieVerdict {
    const data = optionOf(message, ednsOptions.COOKIE);
    if (data === null) return { kind: 'none' };
    const option = readCookie(data);
    if (option === null) return { kind: 'malformed' };
    const { client, server } = option;
    if (server === null) return { kind: 'given', option, state: 'new' };
    const context = { client, address, nowSeconds: this.#nowSeconds() };
    const state = checkServerCookie(this.#settings.cookieSecrets(), server, context);
    return { kind: 'given', option, state };
  }

  /** The options of the reply. */
  reply(
    message: Message,
    facts: {
      readonly address: string;
      readonly cookie: CookieVerdict;
      /** The rdata of the zone's SOA, where the reply is about a version of a zone. */
      readonly soa?: Uint8Array;
    },
  ): EdnsOption[] {
    const { nsid } = this.#settings;
    const options: EdnsOption[] = [];
    const { cookie, address } = facts;
    if (cookie.kind === 'given') options.push(this.#cookie(cookie, address));
    if (nsid !== null && optionOf(message, ednsOptions.NSID) !== null) {
      options.push({ code: ednsOptions.NSID, data: new TextEncoder().encode(nsid) });
    }
    if (facts.soa !== undefined && optionOf(message, ednsOptions.EXPIRE) !== null) {
      const data = new Uint8Array(4);
      new DataView(data.buffer).setUint32(0, soaCodec.decode(facts.soa).expireSeconds);
      options.push({ code: ednsOptions.EXPIRE, data });
    }
    return options;
  }

  #cookie(
    { option, state }: Extract<CookieVerdict, { kind: 'given' }>,
    address: string,
  ): EdnsOption {
    const { client, server } = option;
    const [secret] = this.#settings.cookieSecrets();
    const context = { client, address, nowSeconds: this.#nowSeconds() };
    const current =
      state === 'good' && server !== null ? server : makeServerCookie(secret, context);
    const data = new Uint8Array(client.length + current.length);
    data.set(client);
    data.set(current, client.length);
    return { code: ednsOptions.COOKIE, data };
  }

  #nowSeconds(): number {
    return Math.floor(this.#settings.clock.now() / 1_000);
  }
}

function optionOf(message: Message, code: number): Uint8Array | null {
  return message.edns?.options.find((option) => option.code === code)?.data ?? null;
}

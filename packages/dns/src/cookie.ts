/**
 * DNS cookies (RFC 7873) with server cookies of version 1 (RFC 9018): proof that a client receives
 * what is sent to its address, without state per client.
 */
import { concatBytes, equalBytes } from './bytes.ts';
import { parseIpAddress } from './ip-address.ts';
import { sipHash24 } from './siphash.ts';

export interface CookieOption {
  readonly client: Uint8Array;
  /** Null when the client has none yet. */
  readonly server: Uint8Array | null;
}

export interface CookieContext {
  readonly client: Uint8Array;
  readonly address: string;
  readonly nowSeconds: number;
}

const clientBytes = 8;
const serverBytes = 16;
/** RFC 9018, section 4.3. */
const ageSecondsMax = 3_600;
const aheadSecondsMax = 300;
const renewAfterSeconds = 1_800;

/** Null for a length that is not valid: the request is malformed (RFC 7873, section 5.2.2). */
export function readCookie(data: Uint8Array): CookieOption | null {
  const { length } = data;
  if (length === clientBytes) return { client: data, server: null };
  if (length < clientBytes + 8 || length > clientBytes + 32) return null;
  return { client: data.subarray(0, clientBytes), server: data.subarray(clientBytes) };
}

/** The server cookie for this client at this time. The secret has sixteen octets. */
export function makeServerCookie(secret: Uint8Array, context: CookieContext): Uint8Array {
  const head = new Uint8Array(8);
  head[0] = 1;
  new DataView(head.buffer).setUint32(4, context.nowSeconds);
  return concatBytes([head, hashOf(secret, head, context)]);
}

export type CookieState = 'good' | 'renew' | 'bad';

/** `renew`: good, but old enough that the client should get a new one. */
export function checkServerCookie(
  secrets: readonly Uint8Array[],
  cookie: Uint8Array,
  context: CookieContext,
): CookieState {
  if (cookie.length !== serverBytes || cookie[0] !== 1) return 'bad';
  const head = cookie.slice(0, 8);
  const madeAt = new DataView(head.buffer).getUint32(4);
  // Seconds modulo 2^32, as serials are compared (RFC 1982).
  const age = (context.nowSeconds - madeAt) | 0;
  if (age > ageSecondsMax || age < -aheadSecondsMax) return 'bad';
  const index = secrets.findIndex((secret) =>
    equalBytes(hashOf(secret, head, context), cookie.subarray(8)),
  );
  if (index === -1) return 'bad';
  return index > 0 || age > renewAfterSeconds ? 'renew' : 'good';
}

function hashOf(secret: Uint8Array, head: Uint8Array, context: CookieContext): Uint8Array {
  const address = parseIpAddress(context.address) ?? new Uint8Array();
  return sipHash24(secret, concatBytes([context.client, head, address]));
}

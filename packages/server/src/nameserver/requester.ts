/** Identifies the sender of a request: anonymous, or the owner of a TSIG key (RFC 8945). */
import {
  DnsFormatError,
  encodeMessage,
  formatErrorReply,
  type Message,
  makeReply,
  type Name,
  rcodes,
} from '@hostmaster/dns';
import { signFailureReply, type TsigKey, verifyPacket } from '@hostmaster/dns/node';

/** A key and what it is for. Each kind of key has its own owner. */
export interface KnownKey<Owner> {
  readonly key: TsigKey;
  readonly owner: Owner;
}

export type KeyFinder<Owner> = (name: Name) => Promise<KnownKey<Owner> | null>;

export type Requester<Owner> =
  | { readonly kind: 'anonymous' }
  | {
      readonly kind: 'signed';
      readonly owner: Owner;
      readonly key: TsigKey;
      readonly mac: Uint8Array;
    }
  /** The signature is invalid; this TSIG error is the reply. */
  | { readonly kind: 'refused'; readonly reply: Uint8Array | null };

export async function identify<Owner>(
  request: { readonly packet: Uint8Array; readonly message: Message },
  options: { readonly findKey: KeyFinder<Owner>; readonly nowSeconds: number },
): Promise<Requester<Owner>> {
  const { packet, message } = request;
  if (message.tsig === null) return { kind: 'anonymous' };
  const { nowSeconds } = options;
  const known = await options.findKey(message.tsig.keyName);
  try {
    const check = verifyPacket(packet, message.tsig, {
      findKey: () => known?.key ?? null,
      nowSeconds,
    });
    if (check.ok && known !== null) {
      return { kind: 'signed', owner: known.owner, key: check.key, mac: check.mac };
    }
    if (check.ok) throw new Error('A signature was accepted without a key.');
    const reply = encodeMessage(makeReply(message, { rcode: rcodes.NOTAUTH }));
    return { kind: 'refused', reply: signFailureReply(reply, check, nowSeconds) };
  } catch (error) {
    if (!(error instanceof DnsFormatError)) throw error;
    return { kind: 'refused', reply: formatErrorReply(packet) };
  }
}

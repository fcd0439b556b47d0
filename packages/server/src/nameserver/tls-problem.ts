/** Whether a transfer is secured by TLS as its secondary must be (RFC 9103). */
import type { DnsRequest } from '@hostmaster/dns/node';
import type { Secondary } from './secondaries/secondaries.ts';

/** Why it is not; null when it is. */
export function tlsProblem(
  { tls, tlsKey }: Secondary,
  { transport, peer }: Pick<DnsRequest, 'transport' | 'peer'>,
): string | null {
  if (tls !== 'only') return null;
  if (transport !== 'tls') return 'it asked without TLS, and was added with "--tls only"';
  if (tlsKey === null || peer.keyDigest === tlsKey) return null;
  return peer.keyDigest === undefined
    ? 'it presented no TLS client certificate, and was added with "--tls-key"'
    : `the key of its TLS client certificate has the digest ${peer.keyDigest}, not the one of "--tls-key"`;
}

/** Says why no answer came, and what to do about it, as far as the runtime tells. */

/** By the code of a failed connection, in the words of Node, Deno and Bun. */
const problems: readonly (readonly [RegExp, string])[] = [
  [
    /^(ECONNREFUSED|ConnectionRefused)$/,
    'nothing listens there. Check the address, and whether the service runs.',
  ],
  [/^(ENOTFOUND|EAI_AGAIN)$/, 'the host is not known. Check the address and your DNS.'],
  [
    /^(EHOSTUNREACH|ENETUNREACH|ETIMEDOUT|UND_ERR_CONNECT_TIMEOUT)$/,
    'there is no way to it from here. Check your network, VPN and firewall.',
  ],
  [
    /^(CERT_HAS_EXPIRED|CERT_NOT_YET_VALID)$/,
    "its certificate is not valid at this machine's time. Check the clock here first, then tell the operator.",
  ],
  [
    /^ERR_TLS_CERT_ALTNAME_INVALID$/,
    'its certificate is for another host. Use the host that the operator gave you.',
  ],
  [
    /(SELF_SIGNED_CERT|UNABLE_TO_VERIFY|UNABLE_TO_GET_ISSUER|DEPTH_ZERO)/,
    'its certificate comes from an authority that is not trusted here. If it is your own, name its file in NODE_EXTRA_CA_CERTS.',
  ],
  [
    /^(EPROTO|ERR_SSL_.*)$/,
    'it does not speak TLS there. Check the port, and whether the address begins with http:// or https://.',
  ],
  [
    /^(ECONNRESET|ConnectionClosed|EPIPE|UND_ERR_SOCKET)$/,
    'the connection was cut. Try again; with the same idempotency key it is carried out once at most.',
  ],
];

const causesMax = 8;

/**
 * For requests of your own, beside those of a client: the reason of a `fetch` that failed. Without a
 * reason the answer came, but not whole.
 *
 * ```ts
 * await fetch('http://127.0.0.1:2/healthz').catch((error) => {
 *   console.log(connectionProblem(error));
 * });
 * ```
 */
export function connectionProblem(cause: unknown): string {
  if (cause === undefined) {
    return 'its answer was cut off in the middle. Try again; with the same idempotency key it is carried out once at most.';
  }
  const causes = causesOf(cause);
  for (const { name, code = '' } of causes) {
    if (name === 'TimeoutError') {
      return 'it did not answer in time. Try again, or check whether it is overloaded.';
    }
    const [, known] = problems.find(([pattern]) => pattern.test(code)) ?? [];
    if (known !== undefined) return `${known} (${code})`;
  }
  return causes.at(-1)?.message.replace(/\.?$/, '.') ?? 'no reason is known.';
}

/** From the outermost on. Connections to several addresses fail with one error for each. */
function causesOf(cause: unknown): readonly (Error & { readonly code?: string })[] {
  const causes: (Error & { readonly code?: string })[] = [];
  let next = cause;
  while (next instanceof Error && causes.length < causesMax) {
    causes.push(next);
    next = next instanceof AggregateError ? next.errors[0] : next.cause;
  }
  return causes;
}

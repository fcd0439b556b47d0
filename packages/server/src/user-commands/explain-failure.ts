/** Says what happened between a user command and the service, and what to do about it. */
import { minuteMs } from '@hostmaster/contract/durations';
import { ConnectionError, HostmasterError } from '@hostmaster/sdk';
import { AnswerTooLarge, Redirected } from './service-fetch.ts';
import { UserCommandError } from './user-error.ts';

/** By the code of a failed connection. */
const connectionProblems: readonly (readonly [RegExp, string])[] = [
  [/^ECONNREFUSED$/, 'nothing listens there. Check the address, and whether the service runs.'],
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
    /^(ERR_TLS_CERT_ALTNAME_INVALID)$/,
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
    /^(ECONNRESET|EPIPE|UND_ERR_SOCKET)$/,
    'the connection was cut. Run the command again; what a command orders is carried out once at most.',
  ],
];

/** Passes what is not about the service unchanged. */
export function explainFailure(
  error: unknown,
  { url, skewMs }: { readonly url: string; readonly skewMs: number | null },
): unknown {
  if (error instanceof HostmasterError) return explainRefusal(error, url);
  if (error instanceof ConnectionError) return explainConnection(error, { url, skewMs });
  if (error instanceof DOMException && error.name === 'TimeoutError') {
    return new UserCommandError(`${error.message} The service goes on with it.`, 'timeout');
  }
  return error;
}

function explainRefusal(error: HostmasterError, url: string): UserCommandError {
  const { status, code, message } = error;
  if (code === 'unreadable') {
    return new UserCommandError(
      `${url} answered ${status} with something that is not from Hostmaster, such as the page of a proxy or of a network that wants you to sign in. Check the address and your network.`,
      'unreachable',
    );
  }
  if (status === 401) {
    return new UserCommandError(
      `${url} does not accept the API key: it is wrong, expired or revoked. Sign in again with "hostmaster login", or set HOSTMASTER_API_KEY to another key.`,
      'signedOut',
    );
  }
  if (status === 403) return new UserCommandError(message, 'signedOut');
  if (['insufficient_credits', 'price_changed', 'spending_cap'].includes(code)) {
    return new UserCommandError(message, 'price');
  }
  if (code === 'precondition_failed') {
    return new UserCommandError(
      'The records were changed in the meantime. Nothing was changed; run the command again.',
      'refused',
    );
  }
  if (status === 429 || status === 503) {
    const seconds = error.retryAfterSeconds;
    const when = seconds === null ? 'later' : `in ${seconds} seconds`;
    return new UserCommandError(`${message} Try again ${when}.`, 'unreachable');
  }
  if (status >= 500) {
    return new UserCommandError(
      `${message} The operator finds the reason by the request id ${error.requestId ?? '(none)'}.`,
      'failed',
    );
  }
  return new UserCommandError(message, 'refused');
}

function explainConnection(
  error: ConnectionError,
  { url, skewMs }: { readonly url: string; readonly skewMs: number | null },
): UserCommandError {
  const clock = skewMs === null ? '' : ` ${clockWarning(skewMs)}`;
  const unreachable = (reason: string) =>
    new UserCommandError(`Cannot use ${url}: ${reason}${clock}`, 'unreachable');
  for (const cause of causesOf(error)) {
    if (cause instanceof Redirected) {
      return unreachable(
        `it redirects to ${cause.location}. If that is your service, give its address with --url.`,
      );
    }
    if (cause instanceof AnswerTooLarge) {
      return unreachable('its answer is too large. Check that the address is that of Hostmaster.');
    }
    if (cause.name === 'TimeoutError') {
      return unreachable(
        'it did not answer in time. Try again, or check whether it is overloaded.',
      );
    }
    const { code = '' } = cause as NodeJS.ErrnoException;
    const [, known] = connectionProblems.find(([pattern]) => pattern.test(code)) ?? [];
    if (known !== undefined) return unreachable(`${known} (${code})`);
  }
  if (error.cause === undefined) {
    return unreachable(
      'its answer was cut off in the middle. Run the command again; what a command orders is carried out once at most.',
    );
  }
  const last = causesOf(error).at(-1);
  return unreachable(`${last?.message ?? 'no reason is known'}.`);
}

export function clockWarning(skewMs: number): string {
  const minutes = Math.round(Math.abs(skewMs) / minuteMs);
  const direction = skewMs > 0 ? 'ahead of' : 'behind';
  return `The clock of this machine is ${minutes} minutes ${direction} that of the service: set it right.`;
}

/** Connections to several addresses fail with one error for each. */
function causesOf(error: Error): readonly Error[] {
  const causes: Error[] = [];
  let next: unknown = error.cause;
  while (next instanceof Error && causes.length < 8) {
    causes.push(next);
    next = next instanceof AggregateError ? next.errors[0] : next.cause;
  }
  return causes;
}

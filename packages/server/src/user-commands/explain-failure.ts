/** Says what happened between a user command and the service, and what to do about it. */
import { minuteMs } from '@hostmaster/contract/durations';
import { ConnectionError, HostmasterError } from '@hostmaster/sdk';
import { UserCommandError } from './user-error.ts';

/** Passes what is not about the service unchanged. */
export function explainFailure(
  error: unknown,
  { url, skewMs }: { readonly url: string; readonly skewMs: number | null },
): unknown {
  if (error instanceof HostmasterError) return explainRefusal(error, url);
  if (error instanceof ConnectionError) return explainConnection(error, skewMs);
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

/** The SDK says why; a clock that is off may be the reason of that. */
function explainConnection(error: ConnectionError, skewMs: number | null): UserCommandError {
  const clock = skewMs === null ? '' : ` ${clockWarning(skewMs)}`;
  return new UserCommandError(`${error.message}${clock}`, 'unreachable');
}

export function clockWarning(skewMs: number): string {
  const minutes = Math.round(Math.abs(skewMs) / minuteMs);
  const direction = skewMs > 0 ? 'ahead of' : 'behind';
  return `The clock of this machine is ${minutes} minutes ${direction} that of the service: set it right.`;
}

/** What an assistant reads about a call that ended without a result: what happened, and what to do. */
import { errors } from '@hostmaster/contract';
import { ConnectionError, HostmasterError } from '@hostmaster/sdk';

/** Null for a fault of our own. */
export function explainRefusal(error: unknown): string | null {
  if (error instanceof HostmasterError) {
    const { code, message } = error;
    return code === 'unreadable' ? message : `${code}: ${message} ${errors[code].remedy}`;
  }
  if (error instanceof ConnectionError) {
    return `${error.message} It is not known whether anything was changed.`;
  }
  return null;
}

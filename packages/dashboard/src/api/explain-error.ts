/** Errors as messages a person can act on. */
import { ConnectionError, HostmasterError } from '@hostmaster/sdk';

export interface Explanation {
  readonly title: string;
  readonly message: string;
  /** For server errors: the id to search for in the log. */
  readonly requestId: string | null;
}

export function explainError(error: unknown): Explanation {
  if (error instanceof ConnectionError) {
    return {
      title: 'No connection',
      message: "We couldn't reach the server. Check your connection and try again.",
      requestId: null,
    };
  }
  if (error instanceof HostmasterError) {
    if (error.status >= 500) {
      return {
        title: 'Something went wrong',
        message: error.message,
        requestId: error.requestId,
      };
    }
    if (error.code === 'signed_out') {
      return {
        title: "You've been signed out",
        message: 'Sign in and try again. Anything you typed is still here.',
        requestId: null,
      };
    }
    if (error.code === 'csrf_refused') {
      return {
        title: 'Your session has changed',
        message: 'You signed in or out in another tab. Try again.',
        requestId: null,
      };
    }
    if (error.status === 404)
      return { title: 'Not found', message: error.message, requestId: null };
    return { title: "That didn't work", message: error.message, requestId: null };
  }
  return {
    title: 'Something went wrong',
    message: 'The page hit an unexpected error. Reload it and try again.',
    requestId: null,
  };
}

/** Refusals in the form of PowerDNS: the status and `{"error": "…"}`. */
import type { ErrorCode } from '@hostmaster/contract';
import { errorResponse } from '../http/error-response.ts';

interface ErrorAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: { readonly error: string };
}

/** Words that clients of PowerDNS know. Others keep the message of the refusal. */
const words: Partial<Record<ErrorCode, string>> = {
  unauthorized: 'Unauthorized',
  route_not_found: 'Not Found',
  domain_not_found: 'Not Found',
  key_not_found: 'Not Found',
  method_not_allowed: 'Method Not Allowed',
};

export function errorAnswer(error: unknown): ErrorAnswer {
  const { status, headers, body } = errorResponse(error);
  return {
    status: body.code === 'invalid_request' ? 422 : status,
    headers,
    body: { error: words[body.code] ?? body.error },
  };
}

/** The only place that turns refusals into statuses and bodies. Equal refusals are equal byte for byte. */
import { type ErrorCode, errors } from '@hostmaster/contract';
import {
  type FieldProblem,
  InsufficientCredits,
  PreconditionFailed,
  PriceChanged,
  Refusal,
  SpendingCapReached,
} from '../base/errors.ts';
import { centsToCredits } from '../base/money.ts';

export interface ErrorResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: ErrorBody;
}

interface ErrorBody {
  readonly error: string;
  readonly code: ErrorCode;
  readonly fields?: readonly FieldProblem[];
  readonly required?: number;
  readonly balance?: number;
  readonly remaining?: number;
}

/** Errors of some paths have the form that their clients know. */
export type ErrorForm = (url: string, response: ErrorResponse) => FormedError | null;

interface FormedError {
  readonly headers: Readonly<Record<string, string>>;
  /** Sent as it is: to the type of a text Fastify would add a charset. */
  readonly body: Buffer;
}

/** Where every error is explained. */
export const errorsPath = '/help/errors';

const retryAfterSeconds = 2;

/** Fastify's own errors by code. Every other 4xx of Fastify becomes bad_http. */
const codeOfFrameworkError: Readonly<Record<string, ErrorCode>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'body_too_large',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'unsupported_media_type',
  FST_ERR_BAD_URL: 'malformed_body',
};

export function errorResponse(error: unknown): ErrorResponse {
  const refusal = error instanceof Refusal ? error : frameworkRefusal(error);
  const { status } = errors[refusal.code];
  return {
    status,
    headers: {
      link: helpLink(refusal.code),
      ...retryAfter(refusal, status),
      ...(refusal instanceof PreconditionFailed ? { etag: refusal.version } : {}),
    },
    body: {
      error: refusal.message,
      code: refusal.code,
      ...(status === 400 || refusal.fields.length > 0 ? { fields: refusal.fields } : {}),
      ...(refusal instanceof InsufficientCredits
        ? {
            required: centsToCredits(refusal.requiredCents),
            balance: centsToCredits(refusal.balanceCents),
          }
        : {}),
      ...(refusal instanceof SpendingCapReached
        ? {
            required: centsToCredits(refusal.requiredCents),
            remaining: centsToCredits(refusal.remainingCents),
          }
        : {}),
      ...(refusal instanceof PriceChanged
        ? { required: centsToCredits(refusal.requiredCents) }
        : {}),
    },
  };
}

/** Leads to the page about an error that the service itself has (RFC 8288). */
function helpLink(code: ErrorCode): string {
  return `<${errorsPath}#${code}>; rel="help"`;
}

function retryAfter(refusal: Refusal, status: number): ErrorResponse['headers'] {
  const seconds = refusal.retryAfterSeconds ?? (status === 503 ? retryAfterSeconds : null);
  return seconds === null ? {} : { 'retry-after': String(seconds) };
}

function frameworkRefusal(error: unknown): Refusal {
  if (error instanceof Error) {
    const { code, statusCode } = error as Error & { code?: string; statusCode?: number };
    const known = code === undefined ? undefined : codeOfFrameworkError[code];
    if (known !== undefined) return new Refusal(known, errors[known].meaning);
    if (statusCode !== undefined && statusCode >= 400 && statusCode < 500) {
      return new Refusal('bad_http', 'The request is not valid HTTP.');
    }
  }
  return new Refusal('internal', 'The problem is on our side. Try again in a moment.', {
    cause: error,
  });
}

/** The two ways a call ends without a result: the service refused, or it was not reached. */
import type { ErrorCode } from '@hostmaster/contract';

export interface FieldProblem {
  readonly path: string;
  readonly message: string;
}

/**
 * The service answered, and the answer is a refusal.
 *
 * ```ts
 * try {
 *   await client.renewDomain({ domain, maxCredits: 1 });
 * } catch (error) {
 *   if (!(error instanceof HostmasterError) || error.code !== 'price_changed') throw error;
 *   console.log(`The price is ${error.required} credits.`);
 * }
 * ```
 */
export class HostmasterError extends Error {
  override readonly name = 'HostmasterError';
  readonly status: number;
  /** `unreadable` when something between here and the service answered in its place. */
  readonly code: ErrorCode | 'unreadable';
  /** The fields to blame, `contact.phone` style; empty when none is. */
  readonly fields: readonly FieldProblem[];
  /** Credits needed and there, when the balance is too low; the price, when it has changed. */
  readonly required: number | null;
  readonly balance: number | null;
  /** Credits that a spending cap leaves for this month. */
  readonly remaining: number | null;
  /** Finds the request in the service's log. */
  readonly requestId: string | null;
  readonly retryAfterSeconds: number | null;
  /** The current version, when `ifMatch` named another one. */
  readonly version: string | null;

  constructor(answer: { status: number; headers: Headers; body: unknown }) {
    const body = readBody(answer.body);
    super(
      body?.error ??
        `Something between here and the service answered, with status ${answer.status}, such as a proxy or a network that wants you to sign in. Check the address and your network.`,
    );
    this.status = answer.status;
    this.code = body?.code ?? 'unreadable';
    this.fields = body?.fields ?? [];
    this.required = body?.required ?? null;
    this.balance = body?.balance ?? null;
    this.remaining = body?.remaining ?? null;
    this.requestId = answer.headers.get('x-request-id');
    this.retryAfterSeconds = secondsOf(answer.headers.get('retry-after'));
    this.version = answer.headers.get('etag');
  }

  /** What is wrong with one field; null when it is not to blame. */
  messageFor(path: string): string | null {
    return this.fields.find((field) => field.path === path)?.message ?? null;
  }
}

/**
 * No answer came: offline, refused, cut off, or too slow. Whether anything was changed is unknown.
 *
 * ```ts
 * const offline = createClient({ baseUrl: 'http://127.0.0.1:2', apiKey, retries: 0 });
 * await offline.getAccount().catch((error) => {
 *   if (!(error instanceof ConnectionError)) throw error;
 *   console.log(error.message);
 * });
 * ```
 */
export class ConnectionError extends Error {
  override readonly name = 'ConnectionError';
}

interface RefusalBody {
  readonly error: string;
  readonly code: ErrorCode;
  readonly fields?: readonly FieldProblem[];
  readonly required?: number;
  readonly balance?: number;
  readonly remaining?: number;
}

function readBody(body: unknown): RefusalBody | null {
  if (typeof body !== 'object' || body === null) return null;
  const { error, code } = body as Partial<RefusalBody>;
  return typeof error === 'string' && typeof code === 'string' ? (body as RefusalBody) : null;
}

function secondsOf(header: string | null): number | null {
  const seconds = Number(header ?? Number.NaN);
  return Number.isFinite(seconds) ? seconds : null;
}

/** What an endpoint of the API is. */
import type { TObject, TSchema } from 'typebox';
import type { ErrorCode } from '../errors.ts';
import type { EndpointPath } from '../paths.ts';
import type { Act } from '../roles.ts';

export interface EndpointShape extends EndpointPath {
  readonly summary: string;
  /** Decides who may call it, by key and in the dashboard. */
  readonly act: Act;
  /**
   * It outlives a session or moves a name: in the dashboard, the password must have been entered within
   * the last ten minutes. Keys do not need it.
   */
  readonly needsPassword?: true;
  /** Accepts the optional Idempotency-Key header. */
  readonly idempotent: boolean;
  /** Parameters after the `?`. */
  readonly query?: TObject;
  /** Accepts the optional If-Match header. */
  readonly conditional?: true;
  /** The answer has an ETag; a GET answers 304 to If-None-Match. */
  readonly hasVersion?: true;
  /** Absent where bodies are ignored. An absent body is validated as an empty object. */
  readonly body?: TSchema;
  /** Where bodies may be larger than `limits.bodyBytesMax`. */
  readonly bodyBytesMax?: number;
  readonly response: TSchema;
  /** Present where the answer is a file instead of JSON. */
  readonly mediaType?: string;
  /** The answer contains a secret, so it is never compressed. */
  readonly hasSecret?: true;
  /** In addition to `sharedErrors`. */
  readonly errors: readonly ErrorCode[];
}

/** Every endpoint can answer with these. */
export const sharedErrors = [
  'unauthorized',
  'forbidden',
  'workspace_suspended',
  'rate_limited',
  'internal',
  'storage_unavailable',
] as const satisfies readonly ErrorCode[];

export const bodyErrors = [
  'invalid_request',
  'malformed_body',
  'body_too_large',
  'unsupported_media_type',
] as const satisfies readonly ErrorCode[];

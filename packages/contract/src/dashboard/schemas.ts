/** Schemas that several parts of the dashboard's contract share. */
import { type Static, type TSchema, Type } from 'typebox';
import type { ErrorCode } from '../errors.ts';
import { emailLengthMax, passwordLengthMin } from '../formats.ts';
import type { EndpointPath } from '../paths.ts';
import { type Act, roles } from '../roles.ts';

/** Who may call the endpoint: anyone, signed-in users, or members of the workspace in the path. */
export type Access = 'anyone' | 'account' | 'workspace';

/** An endpoint of a workspace says which act it is, which decides who of its members may. */
type Admitted =
  | { readonly access: 'workspace'; readonly act: Act }
  | { readonly access: Exclude<Access, 'workspace'>; readonly act?: never };

export type DashboardEndpoint = EndpointPath & Admitted & EndpointShape;

interface EndpointShape {
  readonly summary: string;
  /**
   * The second factor, or the password of an account without one, must have been given in the session
   * within the last ten minutes: always, or only where the body has more than an operation allows
   * without it.
   */
  readonly needsPassword?: true | 'sometimes';
  /** The response contains a secret, so it is never compressed. */
  readonly hasSecret?: true;
  /** Accepts the optional Idempotency-Key header. */
  readonly idempotent: boolean;
  /** Parameters of the query string. */
  readonly query?: TSchema;
  /** Absent where bodies are ignored. */
  readonly body?: TSchema;
  /** Present where a body may exceed the general limit. */
  readonly bodyBytesMax?: number;
  readonly response: TSchema;
  /** Present where the response is a download instead of JSON. */
  readonly mediaType?: string;
  /** In addition to `accessErrors`. */
  readonly errors: readonly ErrorCode[];
}

/** The errors of endpoints with `needsPassword`. */
export const stepUpErrors = ['password_required', 'second_factor_required'] as const;

export const dashboardLimits = {
  passwordLengthMin,
  passwordLengthMax: 200,
  nameLengthMax: 100,
  searchLengthMax: 253,
  zoneFileBytesMax: 2 * 1024 * 1024,
  domainNamesMax: 100,
  /** Items in each list of an import plan; the counts are of all. */
  planItemsMax: 200,
  /** Warnings of a zone that are shown; the count is of all. */
  warningsMax: 200,
  historyPerPage: 100,
} as const;

/** The schema, or null. */
export function nullable<S extends TSchema & { readonly type?: string }>(schema: S) {
  return Type.Unsafe<Static<S> | null>({ ...schema, type: [schema.type ?? 'object', 'null'] });
}

export function oneOf<const T extends readonly string[]>(values: T, description?: string) {
  return Type.Unsafe<T[number]>({
    type: 'string',
    enum: values,
    ...(description === undefined ? {} : { description }),
  });
}

export const role = oneOf(roles, 'What a member may do.');

export const done = Type.Object({ success: Type.Literal(true) });

/** Who did something, with the name. */
export const namedActor = Type.Object({
  kind: oneOf(['user', 'api_key', 'update_key', 'operator', 'system']),
  id: Type.String(),
  label: Type.String({ description: 'The name of the actor.' }),
});

export const text = Type.String();
export const credits = Type.Number({ description: 'Credits; 1 credit is 1 USD.' });
/** The most that a key or member may spend in a calendar month (UTC); null means no cap. */
export const spendingCap = Type.Unsafe<number | null>({
  type: ['number', 'null'],
  minimum: 0,
  maximum: 1_000_000,
  description: 'The most credits to spend in a calendar month (UTC); null means no cap.',
});
export const spending = Type.Object({
  cap: nullable(credits),
  spent: Type.Number({ description: 'Credits spent in this calendar month, less refunds.' }),
});
/** A time in a response. */
export const time = Type.String({ examples: ['2027-01-31T12:00:00.000Z'] });
/** A time in a request. */
export const instant = Type.String({
  format: 'instant',
  maxLength: 40,
  examples: ['2027-01-31T12:00:00.000Z'],
});

/** A name typed by a user, on one line. */
export const label = Type.String({ format: 'name', maxLength: dashboardLimits.nameLengthMax });
/** Ids of workspaces begin with `ws_`; no name does. */
export const workspaceName = Type.String({
  format: 'workspace-name',
  maxLength: dashboardLimits.nameLengthMax,
});
export const emailAddress = Type.String({ format: 'contact-email', maxLength: emailLengthMax });
/** A new password; `givenPassword` is one to be checked, with any content. */
export const newPassword = Type.String({
  format: 'new-password',
  maxLength: dashboardLimits.passwordLengthMax,
});
export const givenPassword = Type.String({ minLength: 1, maxLength: 1_000 });
export const linkToken = Type.String({ minLength: 1, maxLength: 200 });

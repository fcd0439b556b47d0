/** Every error code with its status and meaning. A test compares docs/errors.md with this table. */
export interface ErrorDefinition {
  readonly status: number;
  readonly meaning: string;
}

export const errors = {
  invalid_request: { status: 400, meaning: 'A field is missing or wrong; `fields` lists them.' },
  malformed_body: {
    status: 400,
    meaning: 'The body is not a JSON object, or the path has broken escapes.',
  },
  unsupported_tld: { status: 400, meaning: 'Names under this suffix cannot be registered here.' },
  invalid_signature: {
    status: 400,
    meaning: 'A webhook lacks the signature of the payment provider, or it is too old.',
  },
  unauthorized: {
    status: 401,
    meaning: 'The `x-api-key` header is missing, wrong, revoked or expired.',
  },
  signed_out: { status: 401, meaning: 'The request is not signed in, or the session has ended.' },
  wrong_credentials: {
    status: 401,
    meaning: 'The email address or password is wrong, or the account does not exist.',
  },
  insufficient_credits: {
    status: 402,
    meaning: 'The balance is too low; `required` and `balance` say by how much.',
  },
  forbidden: {
    status: 403,
    meaning: 'The key is valid but its scope does not cover this request.',
  },
  csrf_refused: {
    status: 403,
    meaning: 'The `Origin` or `x-csrf-token` header shows that the dashboard did not send this.',
  },
  workspace_suspended: {
    status: 403,
    meaning: 'The operator has suspended the workspace. Its domains and renewals go on.',
  },
  password_required: {
    status: 403,
    meaning: 'The password was not entered in this session during the last ten minutes.',
  },
  sign_up_closed: { status: 403, meaning: 'This service does not accept new accounts.' },
  route_not_found: { status: 404, meaning: 'There is no such path.' },
  domain_not_found: {
    status: 404,
    meaning: 'The domain does not exist or belongs to another workspace.',
  },
  record_not_found: { status: 404, meaning: 'The domain has no record with this id.' },
  revision_not_found: {
    status: 404,
    meaning: 'The domain has no such revision, or it is no longer kept.',
  },
  workspace_not_found: {
    status: 404,
    meaning: 'The workspace does not exist, or the account is not a member of it.',
  },
  session_not_found: { status: 404, meaning: 'The account has no session with this id.' },
  key_not_found: { status: 404, meaning: 'The workspace has no key with this id.' },
  contact_not_found: { status: 404, meaning: 'The workspace has no contact with this id.' },
  webhook_not_found: { status: 404, meaning: 'The workspace has no webhook with this id.' },
  event_not_found: {
    status: 404,
    meaning: 'The workspace has no event with this id, or it is no longer kept.',
  },
  transfer_not_found: { status: 404, meaning: 'The workspace has no transfer with this id.' },
  top_up_not_found: { status: 404, meaning: 'The workspace has no top-up with this id.' },
  method_not_allowed: {
    status: 405,
    meaning: 'The path exists, but not for this method; see the `Allow` header.',
  },
  domain_taken: {
    status: 409,
    meaning: 'The name is registered already or its registration is pending.',
  },
  domain_not_offered: {
    status: 409,
    meaning: 'The registry does not offer the name: it is reserved, too short or has no price.',
  },
  domain_failed: {
    status: 409,
    meaning: 'The registration failed; register the name again before changing it.',
  },
  domain_releasing: {
    status: 409,
    meaning: 'The name is being released and can no longer be changed or renewed.',
  },
  domain_pending: {
    status: 409,
    meaning: 'The registry has not confirmed the registration yet.',
  },
  transfer_locked: {
    status: 409,
    meaning: 'The domain is locked against transfers; the message says until when and why.',
  },
  not_transferable: {
    status: 409,
    meaning: 'The name cannot be transferred to this workspace now; the message says why.',
  },
  transfer_under_way: {
    status: 409,
    meaning: 'The registry has accepted the request; the auth code can no longer be changed.',
  },
  transfer_ended: { status: 409, meaning: 'The transfer has succeeded, failed or was cancelled.' },
  transfer_out_pending: {
    status: 409,
    meaning: 'Another registrar has asked for the domain, and that is not decided yet.',
  },
  not_restorable: {
    status: 409,
    meaning: 'The domain cannot be restored; the message says why.',
  },
  contact_change_pending: {
    status: 409,
    meaning: 'The registry has not decided on the previous change of the registrant.',
  },
  price_changed: {
    status: 409,
    meaning: 'The price is higher than `maxCredits`; `required` is the current price.',
  },
  quota_exceeded: {
    status: 409,
    meaning: 'A limit of this service is reached; the message names it.',
  },
  plan_outdated: {
    status: 409,
    meaning: 'The records have changed since the plan was made.',
  },
  webhook_paused: { status: 409, meaning: 'The webhook is paused; resume it first.' },
  top_up_settled: { status: 409, meaning: 'The payment is already settled.' },
  payments_off: {
    status: 409,
    meaning: 'Card payments are not available here; the operator adds credits.',
  },
  cursor_expired: {
    status: 410,
    meaning: 'The events after this cursor are no longer kept; start again without a cursor.',
  },
  link_expired: { status: 410, meaning: 'The link was used before, or is too old or mistyped.' },
  precondition_failed: {
    status: 412,
    meaning: 'The version in `If-Match` is not the current one, which the `ETag` header has.',
  },
  body_too_large: {
    status: 413,
    meaning: 'The body is larger than 64 KiB, or than 2 MiB for a zone file or a batch.',
  },
  unsupported_media_type: { status: 415, meaning: 'A body must be sent as `application/json`.' },
  idempotency_key_reused: {
    status: 422,
    meaning: 'The `Idempotency-Key` was used before with another request.',
  },
  rate_limited: {
    status: 429,
    meaning: 'Too many requests of this key, user or address; wait for `Retry-After` seconds.',
  },
  too_many_attempts: {
    status: 429,
    meaning:
      'Too many tries from this address or for this account; wait for `Retry-After` seconds.',
  },
  too_many_questions: {
    status: 429,
    meaning:
      'The workspace waits for too many answers of the registry; wait for `Retry-After` seconds.',
  },
  too_many_waiting: {
    status: 429,
    meaning: 'Too many requests of the workspace wait for events; wait for `Retry-After` seconds.',
  },
  bad_http: {
    status: 400,
    meaning: 'The request is not valid HTTP, or its headers are too large.',
  },
  internal: {
    status: 500,
    meaning: 'A server error; search the logs for the `x-request-id` header.',
  },
  storage_unavailable: {
    status: 503,
    meaning:
      'The database cannot be used right now. Nothing was changed, unless the message says that this is unknown.',
  },
  registry_unavailable: {
    status: 503,
    meaning: 'The registry did not answer in time. Nothing was changed.',
  },
  payments_unavailable: {
    status: 503,
    meaning: 'The payment provider did not answer. Nothing was charged.',
  },
} as const satisfies Record<string, ErrorDefinition>;

export type ErrorCode = keyof typeof errors;

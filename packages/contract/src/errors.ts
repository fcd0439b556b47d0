/**
 * Every error code with its status, its meaning and what to do. /help/errors shows this table, and a
 * test compares docs/errors.md with it.
 */
export interface ErrorDefinition {
  readonly status: number;
  readonly meaning: string;
  /** What the caller can do. */
  readonly remedy: string;
}

export const errors = {
  invalid_request: {
    status: 400,
    meaning: 'A field is missing or wrong; `fields` lists them.',
    remedy: 'Correct the listed fields and send the request again.',
  },
  malformed_body: {
    status: 400,
    meaning: 'The body is not a JSON object, or the path has broken escapes.',
    remedy: 'Send one JSON object; percent-encode the path.',
  },
  unsupported_tld: {
    status: 400,
    meaning: 'Names under this suffix cannot be registered here.',
    remedy: 'Choose another suffix, or have an operator price it with `hostmaster price set`.',
  },
  invalid_signature: {
    status: 400,
    meaning: 'A webhook lacks the signature of the payment provider, or it is too old.',
    remedy:
      "Compare `STRIPE_WEBHOOK_SECRET` with the webhook in Stripe's dashboard, and check the server's clock.",
  },
  unauthorized: {
    status: 401,
    meaning: 'The `x-api-key` header is missing, wrong, revoked or expired.',
    remedy: 'Send exactly one valid key; the answer is the same in all these cases.',
  },
  signed_out: {
    status: 401,
    meaning: 'The request is not signed in, or the session has ended.',
    remedy: 'Sign in again, then repeat the request.',
  },
  wrong_credentials: {
    status: 401,
    meaning: 'The email address or password is wrong, or the account does not exist.',
    remedy: 'Check both, or request a password reset link.',
  },
  wrong_code: {
    status: 401,
    meaning: 'The code of the second factor is wrong, was used already, or is of another time.',
    remedy: 'Wait for the next code, check the clock of the phone, or use a recovery code.',
  },
  wrong_passkey: {
    status: 401,
    meaning: 'The answer of the passkey is not valid here: unknown, expired, or used before.',
    remedy: 'Ask for new options and try again, or sign in another way.',
  },
  sign_in_expired: {
    status: 401,
    meaning: 'The password was entered more than ten minutes ago, or has changed since.',
    remedy: 'Sign in again with email address and password.',
  },
  insufficient_credits: {
    status: 402,
    meaning: 'The balance is too low; `required` and `balance` say by how much.',
    remedy: 'Top up (`hostmaster credits add`) and send again.',
  },
  forbidden: {
    status: 403,
    meaning: 'The scope of the key, or the role of the person, does not cover this request.',
    remedy:
      'Use a key with a wider scope or for this domain, or ask an owner of the workspace for another role.',
  },
  csrf_refused: {
    status: 403,
    meaning: 'The `Origin` or `x-csrf-token` header shows that the dashboard did not send this.',
    remedy: 'Reload the page; read `csrfToken` from the session and send it with every change.',
  },
  workspace_suspended: {
    status: 403,
    meaning: 'The operator has suspended the workspace. Its domains and renewals go on.',
    remedy: 'Contact the operator, who resumes it with `hostmaster workspace resume`.',
  },
  wrong_account: {
    status: 403,
    meaning: 'The invitation is for another email address.',
    remedy: 'Sign out, open the link again and sign in with the invited address.',
  },
  member_not_found: {
    status: 404,
    meaning: 'No such member in this workspace.',
    remedy: 'List the members.',
  },
  invitation_not_found: {
    status: 404,
    meaning: 'No such open invitation in this workspace.',
    remedy: 'List the open invitations; it may have been accepted, withdrawn or have expired.',
  },
  already_member: {
    status: 409,
    meaning: 'The person is a member of the workspace already.',
    remedy: 'Change their role instead.',
  },
  already_invited: {
    status: 409,
    meaning: 'The address has an open invitation.',
    remedy: 'Resend the invitation, or withdraw it first.',
  },
  last_owner: {
    status: 409,
    meaning: 'The change would leave the workspace without an owner.',
    remedy: 'Make another member an owner first.',
  },
  password_required: {
    status: 403,
    meaning: 'The password was not entered in this session during the last ten minutes.',
    remedy: 'Send the password to `/dashboard/api/confirm-password`, then repeat the request.',
  },
  second_factor_required: {
    status: 403,
    meaning: 'The second factor was not given in this session during the last ten minutes.',
    remedy: 'Send a code to `/dashboard/api/confirm-second-factor`, then repeat the request.',
  },
  second_factor_missing: {
    status: 403,
    meaning: 'The workspace or the operator requires a second factor, and the account has none.',
    remedy: 'Set one up in the dashboard under **Account**, then repeat the request.',
  },
  recovery_not_due: {
    status: 409,
    meaning: 'The account has no open recovery, or its 72 hours are not over.',
    remedy: 'Start one, or wait until the time that the sign-in page shows.',
  },
  recovery_unavailable: {
    status: 409,
    meaning: 'The account has no confirmed email address that could be warned of a recovery.',
    remedy: 'Ask the operator, who uses `hostmaster user reset-factors`.',
  },
  sign_up_closed: {
    status: 403,
    meaning: 'This service does not accept new accounts.',
    remedy: 'Ask the operator, who opens it with `HOSTMASTER_SIGN_UP=open`.',
  },
  route_not_found: {
    status: 404,
    meaning: 'There is no such path.',
    remedy: 'Compare the path with `/reference`.',
  },
  domain_not_found: {
    status: 404,
    meaning: 'The domain does not exist or belongs to another workspace.',
    remedy: 'Check the name, and that the key belongs to the right workspace.',
  },
  record_not_found: {
    status: 404,
    meaning: 'The domain has no record with this id.',
    remedy: 'List the records of the domain and use an id from the list.',
  },
  revision_not_found: {
    status: 404,
    meaning: 'The domain has no such revision, or it is no longer kept.',
    remedy: 'List the revisions of the domain and use a number from the list.',
  },
  workspace_not_found: {
    status: 404,
    meaning: 'The workspace does not exist, or the account is not a member of it.',
    remedy: 'Choose a workspace that the session lists.',
  },
  session_not_found: {
    status: 404,
    meaning: 'The account has no session with this id.',
    remedy: 'List the sessions again; the session may have ended in the meantime.',
  },
  second_factor_not_found: {
    status: 404,
    meaning: 'The account has no such second factor, or its setup was not started.',
    remedy: 'List the second factors; start the setup again to add one.',
  },
  key_not_found: {
    status: 404,
    meaning: 'The workspace has no key with this id.',
    remedy: 'List the keys and use an id from the list.',
  },
  contact_not_found: {
    status: 404,
    meaning: 'The workspace has no contact with this id.',
    remedy: 'List the contacts and use an id from the list.',
  },
  webhook_not_found: {
    status: 404,
    meaning: 'The workspace has no webhook with this id.',
    remedy: 'List the webhooks of the workspace.',
  },
  bulk_not_found: {
    status: 404,
    meaning: 'The workspace has no bulk operation with this id, or it is no longer kept.',
    remedy: 'List the bulk operations of the workspace.',
  },
  secondary_not_found: {
    status: 404,
    meaning: 'The domain has no secondary with this id.',
    remedy: 'List the secondaries of the domain.',
  },
  event_not_found: {
    status: 404,
    meaning: 'The workspace has no event with this id, or it is no longer kept.',
    remedy: 'Check the id; events are kept for 90 days.',
  },
  transfer_not_found: {
    status: 404,
    meaning: 'The workspace has no transfer with this id.',
    remedy: 'List the transfers.',
  },
  top_up_not_found: {
    status: 404,
    meaning: 'The workspace has no top-up with this id.',
    remedy: 'Start a new top-up.',
  },
  method_not_allowed: {
    status: 405,
    meaning: 'The path exists, but not for this method; see the `Allow` header.',
    remedy: 'Use a method from the `Allow` header.',
  },
  wrong_bulk_state: {
    status: 409,
    meaning: 'The bulk operation is not in a state for this: it is still planned, or it has ended.',
    remedy:
      'Read the bulk operation; start a planned one, cancel an open one, retry one that ended.',
  },
  domain_taken: {
    status: 409,
    meaning: 'The name is already registered, or its registration is pending.',
    remedy: 'Choose another name.',
  },
  second_factor_exists: {
    status: 409,
    meaning: 'The account has an authenticator app already.',
    remedy: 'Remove it first to set up another one.',
  },
  passkeys_unavailable: {
    status: 409,
    meaning: 'The page was opened at an address where browsers offer no passkeys.',
    remedy: 'Open the dashboard at its public host name, or at `localhost` on the same machine.',
  },
  domain_not_offered: {
    status: 409,
    meaning: 'The registry does not offer the name: it is reserved, too short or has no price.',
    remedy: 'Choose another name.',
  },
  domain_failed: {
    status: 409,
    meaning: 'The registration failed; register the name again before changing it.',
    remedy: 'Register it again; the credits of the failed attempt are already refunded.',
  },
  domain_releasing: {
    status: 409,
    meaning: 'The name is being released and can no longer be changed or renewed.',
    remedy:
      'Restore it while `GET …/restore` has a price, or wait until it is free and register it again.',
  },
  domain_pending: {
    status: 409,
    meaning: 'The registry has not confirmed the registration yet.',
    remedy: 'Try again when the domain is registered.',
  },
  transfer_locked: {
    status: 409,
    meaning: 'The domain is locked against transfers; the message says until when and why.',
    remedy: 'Turn off the lock with `PATCH …/transfer-lock`, or wait until `lockedUntil`.',
  },
  not_transferable: {
    status: 409,
    meaning: 'The name cannot be transferred to this workspace now; the message says why.',
    remedy: 'Register a name that is free. Wait for a transfer that is open already.',
  },
  transfer_under_way: {
    status: 409,
    meaning: 'The registry has accepted the request; the auth code can no longer be changed.',
    remedy: 'Wait, or cancel the transfer.',
  },
  transfer_ended: {
    status: 409,
    meaning: 'The transfer has succeeded, failed or was cancelled.',
    remedy: 'Start a new one if it is still needed.',
  },
  transfer_out_pending: {
    status: 409,
    meaning: 'Another registrar has asked for the domain, and that is not decided yet.',
    remedy: 'Answer the request with the link in the mail, or wait until it is decided.',
  },
  dnssec_unavailable: {
    status: 409,
    meaning:
      'DNSSEC of the domain cannot be turned on, or its key replaced, now; the message says why.',
    remedy: 'Do what the message says, then send the request again.',
  },
  not_restorable: {
    status: 409,
    meaning: 'The domain cannot be restored; the message says why.',
    remedy:
      'A name that is no longer deleted needs no restore. If the time is over, wait until the name is free and register it again.',
  },
  contact_change_pending: {
    status: 409,
    meaning: 'The registry has not decided on the previous change of the registrant.',
    remedy: 'Wait until `GET …/contact` shows `pending: false`, then send the change again.',
  },
  price_changed: {
    status: 409,
    meaning: 'The price is higher than `maxCredits`; `required` is the current price.',
    remedy:
      'Confirm the new price, then send the request with a higher `maxCredits`. Nothing was debited.',
  },
  quota_exceeded: {
    status: 409,
    meaning: 'A limit of this service is reached; the message names it.',
    remedy:
      'Delete what is no longer needed, or ask the operator for a higher limit ([limits](limits.md)).',
  },
  plan_outdated: {
    status: 409,
    meaning: 'The records have changed since the plan was made.',
    remedy: 'Request a new plan, review it and import again.',
  },
  webhook_paused: {
    status: 409,
    meaning: 'The webhook is paused; resume it first.',
    remedy: 'Set its `state` to `active`.',
  },
  top_up_settled: {
    status: 409,
    meaning: 'The payment is already settled.',
    remedy: 'Check the statement; start a new top-up if you need more credits.',
  },
  payments_off: {
    status: 409,
    meaning: 'Card payments are not available here; the operator adds credits.',
    remedy: 'Ask the operator, who adds them with `hostmaster credits add`.',
  },
  cursor_expired: {
    status: 410,
    meaning: 'The events after this cursor are no longer kept; start again without a cursor.',
    remedy: 'Read the current state, then read events without a cursor.',
  },
  link_expired: {
    status: 410,
    meaning: 'The link was used before, or is too old or mistyped.',
    remedy: 'Request a new link and use the newest one.',
  },
  precondition_failed: {
    status: 412,
    meaning: 'The version in `If-Match` is not the current one, which the `ETag` header has.',
    remedy:
      'Read the records again, decide whether the change is still right, and send it with the new version.',
  },
  body_too_large: {
    status: 413,
    meaning: 'The body is larger than 64 KiB, or than 2 MiB for a zone file or a batch.',
    remedy: 'Send a smaller body.',
  },
  unsupported_media_type: {
    status: 415,
    meaning: 'A body must be sent as `application/json`.',
    remedy: 'Set `Content-Type: application/json`.',
  },
  idempotency_key_reused: {
    status: 422,
    meaning: 'The `Idempotency-Key` was used before with another request.',
    remedy: 'Use a new key for every new request; repeat a request unchanged.',
  },
  rate_limited: {
    status: 429,
    meaning: 'Too many requests of this key, user or address; wait for `Retry-After` seconds.',
    remedy: 'Wait that long, then send requests more slowly.',
  },
  too_many_attempts: {
    status: 429,
    meaning:
      'Too many tries from this address or for this account; wait for `Retry-After` seconds.',
    remedy: 'Wait that long; reset a forgotten password by mail.',
  },
  too_many_questions: {
    status: 429,
    meaning:
      'The workspace waits for too many answers of the registry; wait for `Retry-After` seconds.',
    remedy: 'Wait that long; check several names in one request.',
  },
  too_many_waiting: {
    status: 429,
    meaning: 'Too many requests of the workspace wait for events; wait for `Retry-After` seconds.',
    remedy: 'Wait for events in one place and share them.',
  },
  bad_http: {
    status: 400,
    meaning: 'The request is not valid HTTP, or its headers are too large.',
    remedy: 'Use an HTTP library; send fewer or shorter headers.',
  },
  internal: {
    status: 500,
    meaning: 'A server error; search the logs for the `x-request-id` header.',
    remedy:
      'Give the request id to the operator. Repeat changes only with the same `Idempotency-Key`.',
  },
  storage_unavailable: {
    status: 503,
    meaning:
      'The database cannot be used right now. Nothing was changed, unless the message says that this is unknown.',
    remedy: 'Try again after `Retry-After` seconds.',
  },
  registry_unavailable: {
    status: 503,
    meaning: 'The registry did not answer in time. Nothing was changed.',
    remedy: 'Try again after `Retry-After` seconds.',
  },
  payments_unavailable: {
    status: 503,
    meaning: 'The payment provider did not answer. Nothing was charged.',
    remedy: 'Try again with the same `Idempotency-Key`: it is the same payment.',
  },
} as const satisfies Record<string, ErrorDefinition>;

export type ErrorCode = keyof typeof errors;

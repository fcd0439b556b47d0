/** Requests, keys, workspaces, webhooks and the service itself. */
import type { ErrorDefinition } from './shape.ts';

export const requestErrors = {
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
  unauthorized: {
    status: 401,
    meaning: 'The `x-api-key` header is missing, wrong, revoked or expired.',
    remedy: 'Send exactly one valid key; the answer is the same in all these cases.',
  },
  forbidden: {
    status: 403,
    meaning: 'The scope of the key, or the role of the person, does not cover this request.',
    remedy:
      'Use a key with a wider scope or for this domain, or ask an owner of the workspace for another role.',
  },
  workspace_suspended: {
    status: 403,
    meaning: 'The operator has suspended the workspace. Its domains and renewals go on.',
    remedy: 'Contact the operator, who resumes it with `hostmaster workspace resume`.',
  },
  route_not_found: {
    status: 404,
    meaning: 'There is no such path.',
    remedy: 'Compare the path with `/reference`.',
  },
  workspace_not_found: {
    status: 404,
    meaning: 'The workspace does not exist, or the account is not a member of it.',
    remedy: 'Choose a workspace that the session lists.',
  },
  key_not_found: {
    status: 404,
    meaning: 'The workspace has no key with this id.',
    remedy: 'List the keys and use an id from the list.',
  },
  webhook_not_found: {
    status: 404,
    meaning: 'The workspace has no webhook with this id.',
    remedy: 'List the webhooks of the workspace.',
  },
  event_not_found: {
    status: 404,
    meaning: 'The workspace has no event with this id, or it is no longer kept.',
    remedy: 'Check the id; events are kept for 90 days.',
  },
  method_not_allowed: {
    status: 405,
    meaning: 'The path exists, but not for this method; see the `Allow` header.',
    remedy: 'Use a method from the `Allow` header.',
  },
  quota_exceeded: {
    status: 409,
    meaning: 'A limit of this service is reached; the message names it.',
    remedy:
      'Delete what is no longer needed, or ask the operator for a higher limit ([limits](limits.md)).',
  },
  webhook_paused: {
    status: 409,
    meaning: 'The webhook is paused; resume it first.',
    remedy: 'Set its `state` to `active`.',
  },
  cursor_expired: {
    status: 410,
    meaning: 'The events after this cursor are no longer kept; start again without a cursor.',
    remedy: 'Read the current state, then read events without a cursor.',
  },
  precondition_failed: {
    status: 412,
    meaning: 'The version in `If-Match` is not the current one, which the `ETag` header has.',
    remedy:
      'Read the records again, decide whether the change is still right, and send it with the new version.',
  },
  body_too_large: {
    status: 413,
    meaning:
      'The body is larger than 64 KiB, than 256 KiB for `/mcp`, or than 2 MiB for a zone file or a batch.',
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
} as const satisfies Record<string, ErrorDefinition>;

/** Domains, their records and transfers. */
import type { ErrorDefinition } from './shape.ts';

export const domainErrors = {
  unsupported_tld: {
    status: 400,
    meaning: 'Names under this suffix cannot be registered here.',
    remedy: 'Choose another suffix, or have an operator price it with `hostmaster price set`.',
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
  template_not_found: {
    status: 404,
    meaning: 'There is no template with this id.',
    remedy: 'List the templates and use an id from the list.',
  },
  contact_not_found: {
    status: 404,
    meaning: 'The workspace has no contact with this id.',
    remedy: 'List the contacts and use an id from the list.',
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
  transfer_not_found: {
    status: 404,
    meaning: 'The workspace has no transfer with this id.',
    remedy: 'List the transfers.',
  },
  wrong_bulk_state: {
    status: 409,
    meaning: 'The bulk operation is not in a state for this: it is still planned, or it has ended.',
    remedy:
      'Read the bulk operation; start a planned one, cancel an open one, retry one that ended.',
  },
  template_conflict: {
    status: 409,
    meaning: 'Records of the zone are in the way of the template; nothing was changed.',
    remedy: 'Read the plan with `dryRun`, and send `replace` if those records are to be deleted.',
  },
  domain_taken: {
    status: 409,
    meaning: 'The name is already registered, or its registration is pending.',
    remedy: 'Choose another name.',
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
      'DNSSEC of the domain cannot be turned on, its keys changed, or its nameservers moved between operators that sign it, now; the message says why.',
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
  plan_outdated: {
    status: 409,
    meaning: 'The records have changed since the plan was made.',
    remedy: 'Request a new plan, review it and import again.',
  },
  too_many_questions: {
    status: 429,
    meaning:
      'The workspace waits for too many answers of the registry; wait for `Retry-After` seconds.',
    remedy: 'Wait that long; check several names in one request.',
  },
  registry_unavailable: {
    status: 503,
    meaning: 'The registry did not answer in time. Nothing was changed.',
    remedy: 'Try again after `Retry-After` seconds.',
  },
} as const satisfies Record<string, ErrorDefinition>;

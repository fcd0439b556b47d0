-- What the registry keeps: contacts, domain objects, and every command it was sent.

create table contacts (
  id text primary key,
  sponsor text not null,
  details text not null
);

-- An object whose creation is not decided yet has all three of pending_transaction, settles_at and
-- the status pendingCreate. decline_reason says that the decision will be no.
create table objects (
  name text primary key,
  repository_id text not null,
  sponsor text not null,
  registrant_id text not null references contacts (id),
  contact_ids text not null,
  nameservers text not null,
  statuses text not null,
  privacy_enabled integer not null,
  auth_code text not null,
  created_at bigint not null,
  updated_at bigint,
  expires_at bigint not null,
  grace_periods text not null,
  pending_transaction text,
  settles_at bigint,
  decline_reason text,
  check ((pending_transaction is null) = (settles_at is null))
);

-- The reply to each command, so that a command seen before is answered and not executed again.
create table transactions (
  sponsor text not null,
  id text not null,
  command text not null,
  name text not null,
  code integer not null,
  message text not null,
  expires_at bigint,
  settles_at bigint,
  received_at bigint not null,
  primary key (sponsor, id)
);

-- How often a create of this name has timed out so far.
create table timeouts (
  name text primary key,
  count integer not null
);

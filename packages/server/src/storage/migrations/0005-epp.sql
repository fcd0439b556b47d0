-- Registries that are spoken to by EPP: which contacts we have there, and what they told us unasked.

create table registry_contacts (
  registry text not null,
  owner text not null,
  content_hash text not null,
  contact_id text not null,
  is_private integer not null,
  primary key (registry, owner, content_hash)
);
create index registry_contacts_by_id on registry_contacts (registry, contact_id);

create table registry_messages (
  id text primary key,
  registry text not null,
  message_id text not null,
  queued_at bigint not null,
  received_at bigint not null,
  text text not null,
  name text,
  client_transaction text,
  succeeded integer,
  payload text not null
);
create unique index registry_messages_once on registry_messages (registry, message_id, queued_at);
create index registry_messages_by_transaction on registry_messages (client_transaction)
  where client_transaction is not null;

-- When a domain was last compared with the registry (machine time), and whether its auth code there
-- is still to be replaced by the one we keep.

create table registry_notes (
  domain_id text primary key references domains (id),
  seen_at bigint not null,
  sends_auth_code integer not null
);
create index registry_notes_by_age on registry_notes (seen_at);

-- When we last tried to buy the time that the registry holds less than we promised (calendar time).

alter table domains add column extension_tried_at bigint;

-- How many years a renewal asked for, when it asked for fewer than its term has.

alter table sends add column years integer;

-- Workspaces, keys and what was done by whom.

create table workspaces (
  id text primary key,
  name text not null,
  email text,
  created_at bigint not null
);

create table api_keys (
  id text primary key,
  workspace_id text not null references workspaces (id),
  name text not null,
  prefix text not null,
  hash text not null unique,
  scope text not null check (scope in ('read', 'dns', 'all')),
  domain_names text,
  created_at bigint not null,
  expires_at bigint,
  revoked_at bigint,
  last_used_at bigint
);
create index api_keys_of_workspace on api_keys (workspace_id, id);

create table activity (
  id text primary key,
  workspace_id text not null references workspaces (id),
  at bigint not null,
  actor_kind text not null,
  actor_id text not null,
  action text not null,
  subject text not null,
  details text not null
);
create index activity_of_workspace on activity (workspace_id, id);

-- Money: double entry, append only. A workspace account never goes below zero.

create table accounts (
  id text primary key,
  workspace_id text references workspaces (id),
  balance_cents bigint check (balance_cents >= 0),
  check ((workspace_id is null) = (balance_cents is null))
);
create unique index accounts_of_workspace on accounts (workspace_id);

create table transfers (
  id text primary key,
  kind text not null check (kind in ('top_up', 'removal', 'hold', 'post', 'void')),
  from_account text not null references accounts (id),
  to_account text not null references accounts (id),
  amount_cents bigint not null check (amount_cents > 0),
  hold_id text references transfers (id),
  reason text not null,
  at bigint not null,
  check (from_account <> to_account),
  check ((kind in ('post', 'void')) = (hold_id is not null))
);
create unique index transfers_settle_once on transfers (hold_id) where hold_id is not null;
create index transfers_from on transfers (from_account, id);
create index transfers_to on transfers (to_account, id);

create table prices (
  workspace_id text not null,
  tld text not null,
  register_credits bigint not null check (register_credits > 0),
  renew_credits bigint not null check (renew_credits > 0),
  primary key (workspace_id, tld)
);

-- Names and what was promised for them.

create table domains (
  id text primary key,
  workspace_id text not null references workspaces (id),
  name text not null,
  state text not null check (state in ('provisioning', 'live', 'releasing', 'released', 'failed')),
  visible integer not null,
  auto_renew integer not null,
  privacy_enabled integer not null,
  transfer_locked integer not null,
  nameservers text not null,
  contact text not null,
  premium text,
  desired_revision bigint not null,
  applied_revision bigint not null,
  auth_code text,
  years integer not null,
  created_at bigint not null,
  expires_at bigint not null,
  registry_expires_at bigint,
  renewal_failed integer not null
);
create unique index domains_hold_name on domains (name)
  where state in ('provisioning', 'live', 'releasing');
create unique index domains_visible_name on domains (workspace_id, name) where visible = 1;
create index domains_of_workspace on domains (workspace_id, id) where visible = 1;

create table terms (
  id text primary key,
  domain_id text not null references domains (id),
  position integer not null,
  kind text not null check (kind in ('registration', 'renewal')),
  years integer not null check (years between 1 and 10),
  state text not null check (state in ('pending', 'posted', 'voided')),
  accepted_at bigint not null,
  hold_id text not null unique references transfers (id)
);
create unique index terms_of_domain on terms (domain_id, position);

create table records (
  id text primary key,
  domain_id text not null references domains (id),
  position bigint not null,
  type text not null,
  name text not null,
  ttl_seconds integer not null check (ttl_seconds between 60 and 86400),
  value text not null,
  created_at bigint not null
);
create unique index records_of_domain on records (domain_id, position);

-- Work for the outside world. A finished job is deleted.

create table jobs (
  id text primary key,
  kind text not null,
  lane text not null,
  position bigint not null,
  payload text not null,
  run_at bigint not null,
  attempts integer not null,
  lease_token text,
  lease_until bigint not null,
  last_error text
);
create index jobs_due on jobs (run_at);
create unique index jobs_lane on jobs (lane, position);

create table sends (
  id text primary key,
  domain_id text not null references domains (id),
  term_id text references terms (id),
  command text not null,
  expected text,
  sent_at bigint not null,
  outcome text
);
create index sends_of_domain on sends (domain_id, id);

create table idempotency_keys (
  workspace_id text not null references workspaces (id),
  key text not null,
  request_hash text not null,
  response text not null,
  created_at bigint not null,
  primary key (workspace_id, key)
);
create index idempotency_keys_by_age on idempotency_keys (created_at);

create table calendar (
  id integer primary key check (id = 1),
  offset_ms bigint not null check (offset_ms >= 0)
);
insert into calendar (id, offset_ms) values (1, 0);

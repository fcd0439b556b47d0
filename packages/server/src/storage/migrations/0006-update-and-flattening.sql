-- Keys that may change records by DNS UPDATE. They name a domain of their workspace, not a row: a name
-- that the workspace registers again is theirs again, and nobody else's.

create table tsig_keys (
  name text primary key,
  workspace_id text not null references workspaces (id),
  domain_name text not null,
  name_pattern text not null,
  types text,
  algorithm text not null,
  secret text not null,
  created_at bigint not null,
  expires_at bigint,
  revoked_at bigint,
  last_used_at bigint
);
create index tsig_keys_of_workspace on tsig_keys (workspace_id, name);

-- Hosts whose addresses stand in for an ALIAS or CNAME: one row however many records name them.

create table flattening_targets (
  name text primary key,
  outcome text not null,
  ttl_seconds integer not null,
  addresses text not null,
  own_zone text,
  failures integer not null,
  resolved_at bigint,
  refresh_at bigint not null
);
create index flattening_targets_due on flattening_targets (refresh_at);
create index flattening_targets_of_zone on flattening_targets (own_zone) where own_zone is not null;

-- The addresses that a zone publishes for a target. They follow the target zone by zone, each in a
-- transaction with its own serial, so a target that thousands share never makes one large change.

create table flattening_uses (
  domain_id text not null references domains (id),
  target text not null,
  ttl_seconds integer not null,
  addresses text not null,
  primary key (domain_id, target)
);
create index flattening_uses_of_target on flattening_uses (target, domain_id);

-- The events of a workspace, numbered without gaps in the order of their commits. A data directory of
-- 0.1.0 has none: the first event after the upgrade has the number 1.
create table events (
  workspace_id text not null,
  seq bigint not null,
  -- The public id is this text followed by the number.
  id_base text not null,
  type text not null,
  at bigint not null,
  domain text,
  data text not null,
  primary key (workspace_id, seq)
);

-- Locked last in a transaction, together with its commit: numbers rise in the order of commits.
create table event_streams (
  workspace_id text primary key,
  last_seq bigint not null,
  -- The oldest event that is kept has this number.
  first_seq bigint not null,
  -- When it was written, by the machine clock; null when none is kept.
  oldest_at bigint
);
create index event_streams_by_age on event_streams (oldest_at) where oldest_at is not null;

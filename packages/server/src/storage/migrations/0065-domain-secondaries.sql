-- Nameservers of customers that fetch the published zone of one domain.
create table domain_secondaries (
  id text primary key,
  workspace_id text not null references workspaces (id),
  domain_id text not null references domains (id),
  address text not null,
  port integer not null,
  key_name text not null unique,
  key_algorithm text not null,
  key_secret text not null,
  created_at bigint not null,
  asked_at bigint,
  fetched_at bigint,
  fetched_serial bigint,
  notified_at bigint,
  notify_answer text,
  unique (domain_id, address, port)
);
create index domain_secondaries_by_workspace on domain_secondaries (workspace_id);

-- The auth codes of bulk operations that transfer domains: encrypted, those of one part in a row.
create table bulk_auth_codes (
  id text primary key,
  workspace_id text not null references workspaces (id),
  bulk_id text not null references bulk_operations (id),
  part integer not null,
  codes text not null,
  unique (bulk_id, part)
);
create index bulk_auth_codes_of_workspace on bulk_auth_codes (workspace_id);

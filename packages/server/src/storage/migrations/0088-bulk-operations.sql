-- One operation for each of many domains. Times are calendar time.
create table bulk_operations (
  id text primary key,
  workspace_id text not null references workspaces (id),
  kind text not null,
  parameters text not null,
  state text not null,
  round integer not null,
  size integer not null,
  tally text not null,
  creator_kind text not null,
  creator_id text not null,
  runner_kind text not null,
  runner_id text not null,
  created_at bigint not null,
  started_at bigint,
  ended_at bigint
);
create index bulk_operations_by_workspace on bulk_operations (workspace_id, id);
create index bulk_operations_by_state on bulk_operations (workspace_id, state, id);

-- The names that are not planned yet, some in a row. A part is deleted when its items are written.
create table bulk_parts (
  bulk_id text not null references bulk_operations (id),
  part integer not null,
  names text not null,
  primary key (bulk_id, part)
);

create table bulk_items (
  id text primary key,
  bulk_id text not null references bulk_operations (id),
  position integer not null,
  domain text not null,
  state text not null,
  round integer not null,
  price_cents bigint not null,
  code text,
  message text,
  operation_id text,
  unique (bulk_id, position)
);
create index bulk_items_by_state on bulk_items (bulk_id, state, position);
create index bulk_items_by_operation on bulk_items (bulk_id, operation_id);

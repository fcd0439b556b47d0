-- Filters of the list of domains that members keep, each in one workspace.
create table saved_filters (
  id text primary key,
  workspace_id text not null references workspaces (id),
  user_id text not null references users (id),
  label text not null,
  search text not null,
  unique (workspace_id, user_id, label)
);

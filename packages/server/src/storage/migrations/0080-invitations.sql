-- Open invitations to a workspace; accepting or withdrawing one deletes it. Times are machine time.
create table invitations (
  id text primary key,
  workspace_id text not null references workspaces (id),
  email text not null,
  role text not null,
  domain_names text,
  token_hash text not null unique,
  invited_by text not null references users (id),
  sent_at bigint not null,
  expires_at bigint not null,
  unique (workspace_id, email)
);
create index invitations_expiring on invitations (expires_at);

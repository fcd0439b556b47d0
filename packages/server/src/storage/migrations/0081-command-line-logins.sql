-- A person has approved the sign-in of a command line, which is known by the hash of its secret. The key is
-- created when the command line fetches it, once and until `expires_at` (machine time).
create table command_line_logins (
  hash text primary key,
  user_id text not null references users (id),
  workspace_id text not null references workspaces (id),
  name text not null,
  scope text not null,
  expires_at bigint not null
);
create index command_line_logins_by_expiry on command_line_logins (expires_at);
create index command_line_logins_of_user on command_line_logins (user_id);

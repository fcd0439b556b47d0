-- What keys and members may spend in a calendar month, and what they have spent (docs/adr/0044).
create table spending_caps (
  workspace_id text not null references workspaces (id),
  spender_id text not null,
  cap_cents bigint not null,
  primary key (workspace_id, spender_id)
);
create table spendings (
  workspace_id text not null references workspaces (id),
  spender_id text not null,
  month_at bigint not null,
  spent_cents bigint not null,
  primary key (workspace_id, spender_id, month_at)
);
-- Whose spending a hold is; null where it is no one's.
alter table transfers add column key_id text;
alter table transfers add column user_id text;

-- Monthly budgets of workspaces, which alert and block nothing.
create table budgets (
  workspace_id text primary key references workspaces (id),
  amount_cents bigint not null,
  -- The highest threshold, in percent, that was passed in the month which began then.
  month_at bigint not null,
  alerted_percent bigint not null,
  -- How many entries the ledger of the workspace had when the spending was last compared.
  checked_seq bigint not null
);

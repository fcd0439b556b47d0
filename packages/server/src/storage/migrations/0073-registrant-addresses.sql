-- Email addresses of registrants, once in each workspace: when we asked to confirm them, and what came
-- of it. Addresses of domains that are older than this table have no row until they are asked.
create table registrant_addresses (
  workspace_id text not null references workspaces (id),
  address text not null,
  token_hash text unique,
  asked_at bigint not null,
  confirmed_at bigint,
  overdue_at bigint,
  due_at bigint,
  walked_to text not null default '',
  primary key (workspace_id, address)
);
create index registrant_addresses_due on registrant_addresses (due_at) where due_at is not null;

-- Why a domain is on hold, where that was not an operator's decision.
alter table domain_holds add column cause text;

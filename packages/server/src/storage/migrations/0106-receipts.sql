-- Receipts of top-ups, numbered without gaps (docs/adr/0049). A receipt never changes.
create table receipt_series (
  id integer primary key check (id = 1),
  last_number bigint not null
);
insert into receipt_series (id, last_number) values (1, 0);

create table receipts (
  number bigint primary key,
  workspace_id text not null references workspaces (id),
  top_up_id text not null unique references top_ups (id),
  issued_at bigint not null,
  paid_at bigint not null,
  amount_cents bigint not null,
  provider text not null,
  payment_ref text,
  -- Both sides as they were when the receipt was issued, as JSON.
  seller text not null,
  buyer text not null
);
create index receipts_of_workspace on receipts (workspace_id, number);

-- What the next receipts of a workspace say about it.
create table billing_details (
  workspace_id text primary key references workspaces (id),
  name text not null,
  -- Lines, as JSON.
  address text not null,
  tax_number text
);

-- Null for those that an earlier version settled, until they get their receipt.
alter table top_ups add column receipt_number bigint;
create index top_ups_without_receipt on top_ups (settled_at, id)
  where state = 'paid' and receipt_number is null;

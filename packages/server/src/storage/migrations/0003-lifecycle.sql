-- When a domain next needs attention (calendar time), and how far its notices and tries have come.

alter table domains add column due_at bigint;
alter table domains add column noticed_until bigint not null default 0;
alter table domains add column renewal_tried_at bigint;
alter table domains add column release_began_at bigint;
update domains set due_at = expires_at - 2592000000 where state = 'live';
create index domains_due on domains (due_at) where due_at is not null;
create index domains_of_workspace_by_expiry on domains (workspace_id, expires_at)
  where visible = 1 and auto_renew = 1;
create index domains_release_began on domains (release_began_at) where release_began_at is not null;

-- A term that the service itself began.

alter table terms add column automatic integer not null default 0;

-- Mail waits here from the transaction that caused it until a server has taken it.

create table mails (
  id text primary key,
  workspace_id text not null references workspaces (id),
  kind text not null,
  once_key text not null unique,
  recipient text not null,
  subject text not null,
  text_body text not null,
  html_body text not null,
  created_at bigint not null,
  state text not null check (state in ('waiting', 'sent', 'failed')),
  problem text
);
create index mails_of_workspace on mails (workspace_id, id);

-- How many releases an operator has confirmed for a day beyond the guard's own limit.

create table release_confirmations (
  day text primary key,
  allowed integer not null
);

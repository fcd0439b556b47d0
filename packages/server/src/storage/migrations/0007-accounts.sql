-- People who use the dashboard. (The table `accounts` belongs to the ledger.) All times are machine time.

create table users (
  id text primary key,
  email text not null unique,
  name text not null,
  password_hash text not null,
  email_verified_at bigint,
  pending_email text,
  created_at bigint not null
);

create table members (
  user_id text not null references users (id),
  workspace_id text not null references workspaces (id),
  created_at bigint not null,
  primary key (user_id, workspace_id)
);
create index members_of_workspace on members (workspace_id);

-- A cookie is only known by its hash. The id is what lists show.

create table sessions (
  id text primary key,
  hash text not null unique,
  user_id text not null references users (id),
  address text not null,
  user_agent text not null,
  created_at bigint not null,
  seen_at bigint not null,
  expires_at bigint not null
);
create index sessions_of_user on sessions (user_id, id);
create index sessions_by_expiry on sessions (expires_at);

-- Links that were mailed or printed: each works once. What a sign-up asked for waits in its link, so
-- that nobody has an account before the address is proven.

create table link_tokens (
  hash text primary key,
  kind text not null check (kind in ('set_up', 'sign_up', 'verify_email', 'change_email', 'reset_password')),
  user_id text references users (id),
  payload text not null,
  expires_at bigint not null
);
create index link_tokens_of_user on link_tokens (user_id, kind) where user_id is not null;
create index link_tokens_by_expiry on link_tokens (expires_at);

create table saved_contacts (
  id text primary key,
  workspace_id text not null references workspaces (id),
  label text not null,
  contact text not null,
  created_at bigint not null
);
create index saved_contacts_of_workspace on saved_contacts (workspace_id, id);

-- Who made a key; null when it was an operator.

alter table api_keys add column created_by text references users (id);
alter table tsig_keys add column created_by text references users (id);

-- Why something failed is looked up by domain.

create index activity_of_failures on activity (workspace_id, subject, id)
  where action in ('domain.registration_failed', 'domain.renewal_failed', 'domain.auto_renewal_failed');

-- Mail to a person belongs to no workspace. A column that was required can only be freed by a copy.

create table mails_of_anybody (
  id text primary key,
  workspace_id text references workspaces (id),
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
insert into mails_of_anybody
  select id, workspace_id, kind, once_key, recipient, subject, text_body, html_body, created_at, state, problem
  from mails;
drop table mails;
alter table mails_of_anybody rename to mails;
create index mails_of_workspace on mails (workspace_id, id);

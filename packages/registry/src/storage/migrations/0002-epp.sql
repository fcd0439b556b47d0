-- What a front that speaks EPP needs besides: host objects, DS data, a message queue, and names that
-- were given up and wait in redemption.

alter table contacts add column created_at bigint not null default 0;

alter table objects add column dnssec text not null default '[]';
alter table objects add column purges_at bigint;

alter table transactions add column client_transaction text;

create table hosts (
  name text primary key,
  repository_id text not null,
  sponsor text not null,
  addresses text not null,
  created_at bigint not null
);

create table messages (
  sponsor text not null,
  id text not null,
  queued_at bigint not null,
  text text not null,
  event text not null,
  primary key (sponsor, id)
);

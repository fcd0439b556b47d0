-- Recoveries of accounts without their second factors; times are those of the calendar.
create table recoveries (
  user_id text primary key references users (id),
  started_at bigint not null,
  due_at bigint not null,
  stop_hash text not null unique
);

-- How many mails an address gets for one purpose. A mail beyond that is held in its budget until there
-- is a free place, and then sent with the others as one. Times are calendar time.
create table mail_budgets (
  key text primary key,
  free_at bigint not null,
  waiting integer not null
);
create index mail_budgets_by_time on mail_budgets (free_at);
create index mail_budgets_waiting on mail_budgets (free_at) where waiting = 1;

-- A mail that has its place is sent, however often that is tried.
alter table mails add column admitted integer not null default 0;
alter table mails add column held_in text;

create index mails_held on mails (held_in, id) where held_in is not null;

-- The yearly reminder to check registration data. A domain has a row once it was looked at while the
-- reminder is on; `year` is null until the domain is live.
create table data_reminders (
  domain_id text primary key references domains (id),
  year integer,
  due_at bigint
);
create index data_reminders_due on data_reminders (due_at, domain_id) where due_at is not null;

-- What was sent, at most once for each domain and year. Mails are deleted earlier than this.
create table sent_data_reminders (
  domain_id text not null references domains (id),
  year integer not null,
  sent_at bigint not null,
  address text not null,
  mail_id text not null,
  primary key (domain_id, year)
);
create index sent_data_reminders_by_time on sent_data_reminders (sent_at, domain_id);

-- What the primary serves. A row outlives its registration, so that serials only rise.

create table zones (
  name text primary key,
  domain_id text references domains (id),
  serial bigint not null,
  previous_serial bigint not null,
  changed_at bigint not null,
  listed_id text,
  catalog_due integer not null,
  delisted_at bigint
);
create index zones_catalog_due on zones (name) where catalog_due = 1;
create index zones_by_delisting on zones (delisted_at) where delisted_at is not null;
create unique index zones_listed on zones (listed_id) where listed_id is not null;

insert into zones (name, domain_id, serial, previous_serial, changed_at, listed_id, catalog_due)
  select name, id, 1, 0, 0, null, 1 from domains where state in ('live', 'releasing');

-- The differences between versions of a zone, as records in wire form.

create table zone_journal (
  zone text not null,
  from_serial bigint not null,
  to_serial bigint not null,
  removed bytea not null,
  added bytea not null,
  at bigint not null,
  primary key (zone, from_serial)
);
create index zone_journal_by_age on zone_journal (at);

-- The records of one owner name are what a change looks at.

create index records_of_owner on records (domain_id, name);

-- Nameservers that fetch zones from us, and how far each has come.

create table secondaries (
  name text primary key,
  address text not null,
  port integer not null,
  key_name text not null unique,
  key_algorithm text not null,
  key_secret text not null,
  created_at bigint not null
);

create table zone_confirmations (
  zone text not null,
  secondary text not null references secondaries (name),
  serial bigint not null,
  confirmed_at bigint not null,
  primary key (zone, secondary)
);

-- How many removals from the catalog an operator has confirmed for a day beyond the guard's limit.

create table catalog_confirmations (
  day text primary key,
  allowed integer not null
);

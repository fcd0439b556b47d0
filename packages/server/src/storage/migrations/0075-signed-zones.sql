-- Zones that the service signs (docs/adr/0026). Unsigned domains have no rows in these tables.

alter table domains add column signing text not null default 'off';

create table zone_keys (
  id text primary key,
  domain_id text not null references domains (id),
  private_key text not null,
  dnskey bytea not null,
  created_at bigint not null
);
create index zone_keys_by_domain on zone_keys (domain_id);

-- How far the work on a zone that is being signed, or no longer signed, has come.
create table zone_signings (
  domain_id text primary key references domains (id),
  place text not null
);

create table signed_names (
  domain_id text not null references domains (id),
  sort_key text not null,
  types text not null,
  is_shown integer not null,
  primary key (domain_id, sort_key)
);
create index signed_names_shown on signed_names (domain_id, sort_key) where is_shown = 1;

create table zone_signatures (
  domain_id text not null references domains (id),
  sort_key text not null,
  type integer not null,
  records bytea not null,
  refresh_at bigint not null,
  primary key (domain_id, sort_key, type)
);
create index zone_signatures_by_refresh on zone_signatures (refresh_at);
create index zone_signatures_of_zone_by_refresh on zone_signatures (domain_id, refresh_at);

create index domains_being_signed on domains (id) where signing in ('listing', 'signing', 'ending');

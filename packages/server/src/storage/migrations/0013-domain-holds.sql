-- Domains that an operator has taken out of the DNS at the registry (clientHold), with the reason.
-- A domain of 0.1.0 has no row: its holds at the registry are left as they are.

create table domain_holds (
  domain_id text primary key references domains (id),
  is_held integer not null,
  reason text not null,
  changed_at bigint not null
);

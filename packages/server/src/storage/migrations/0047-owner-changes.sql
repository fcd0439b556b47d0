-- Changes of the registrant that the registry has not confirmed. Domains of 0.1.0 have none.
create table owner_changes (
  domain_id text primary key references domains (id),
  id text not null,
  -- The wanted contact; the domain keeps the confirmed one.
  contact text not null,
  requested_at bigint not null
);

-- When a domain last moved. Domains of 0.1.0 have no row: they have neither changed their owner nor
-- come from another registrar.
create table domain_moves (
  domain_id text primary key references domains (id),
  owner_changed_at bigint
);

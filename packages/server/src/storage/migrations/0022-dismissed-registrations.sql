-- Failed registrations that a member has dismissed in the dashboard. The API still lists them. A failed
-- registration of 0.1.0 has no row: it is shown until it is dismissed.

create table dismissed_registrations (
  domain_id text primary key references domains (id),
  dismissed_at bigint not null
);

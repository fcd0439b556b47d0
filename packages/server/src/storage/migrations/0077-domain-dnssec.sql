-- How far DNSSEC of a domain has come. Unsigned domains have no row.
create table domain_dnssec (
  domain_id text primary key references domains (id),
  phase text not null,
  since bigint not null,
  signed_serial bigint,
  due_at bigint,
  check_at bigint,
  refusal text
);
create index domain_dnssec_due on domain_dnssec (due_at, domain_id) where due_at is not null;
create index domain_dnssec_checks on domain_dnssec (check_at, domain_id) where check_at is not null;

-- Domains on nameservers of another operator whose CDS and CDNSKEY records decide about their DS records (docs/adr/0052).
create table followed_cds (
  domain_id text primary key references domains (id),
  check_at bigint not null,
  checked_at bigint,
  signed_at bigint,
  finding text
);
create index followed_cds_due on followed_cds (check_at, domain_id);

-- What is wrong with DNSSEC of domains, and when each signed zone is examined next, by the machine's clock.
create table dnssec_problems (
  domain_id text not null references domains (id),
  kind text not null,
  workspace_id text not null,
  detail text not null,
  since bigint not null,
  primary key (domain_id, kind)
);
create index dnssec_problems_by_kind on dnssec_problems (kind);
create index dnssec_problems_by_workspace on dnssec_problems (workspace_id, domain_id);

alter table domain_dnssec add column examine_at bigint not null default 0;
create index domain_dnssec_examinations on domain_dnssec (examine_at, domain_id);

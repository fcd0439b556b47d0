-- The keys of DS records of another operator, for registries that take keys.
alter table domain_dnssec add column foreign_keys text;

-- Which keys a zone offers to its parent by CDS and CDNSKEY records, and where that is to be compared with the phase.
alter table zone_keys add column offer text not null default 'none';
alter table domain_dnssec add column offers_due integer not null default 0;
update domain_dnssec set offers_due = 1 where foreign_ds is null;
create index domain_dnssec_offers on domain_dnssec (domain_id) where offers_due = 1;

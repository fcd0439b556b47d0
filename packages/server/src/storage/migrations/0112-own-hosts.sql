-- Nameservers that were found to be secondaries of the customer, by asking them; null where none was asked.
alter table domain_dnssec add column own_hosts text;

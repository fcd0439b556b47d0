-- The nameservers that the zone of a signed domain has while others wait until its DS records are gone; null where it
-- has those of the domain.
alter table domains add column served_nameservers text;

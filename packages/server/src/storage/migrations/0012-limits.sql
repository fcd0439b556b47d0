-- How many records a domain has, so that a change need not count them. Null for domains of 0.1.0:
-- the first change counts them. A process of 0.1.0 that runs beside a newer one does not keep the
-- number; it is counted again when it is at the limit and records are deleted.

alter table domains add column record_count integer;

-- A change reads the records of its own types at an owner name, not all records of that name.

create index records_of_owner_type on records (domain_id, name, type);
drop index records_of_owner;

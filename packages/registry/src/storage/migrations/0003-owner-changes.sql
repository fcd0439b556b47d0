-- A change of the registrant that is not decided yet, and who uses a contact.
alter table objects add column trade text;

create index objects_by_registrant on objects (registrant_id);

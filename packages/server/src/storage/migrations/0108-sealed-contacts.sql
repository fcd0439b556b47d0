-- Registrant contacts are encrypted at rest (docs/adr/0050). Columns stay as they are: both forms are read,
-- and earlier versions write plain ones. A database without workspaces is new, and has no earlier version
-- beside it.
create table contact_sealing (
  id integer primary key,
  -- Machine time since which no process of an earlier version was seen; null after one was.
  alone_since bigint,
  -- Machine time from which contacts are written encrypted; null until then.
  began_at bigint,
  -- A text that the secret file of every process must open.
  probe text
);
insert into contact_sealing (id, began_at)
select 1, case when exists (select 1 from workspaces) then null else 0 end;
-- What is not encrypted yet.
create index domains_plain_contact on domains (id) where substr(contact, 1, 1) = '{';
create index owner_changes_plain_contact on owner_changes (domain_id) where substr(contact, 1, 1) = '{';
create index saved_contacts_plain_contact on saved_contacts (id) where substr(contact, 1, 1) = '{';
create index bulk_operations_plain on bulk_operations (id) where substr(parameters, 1, 1) = '{';

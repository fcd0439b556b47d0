-- A second index that begins with the workspace is one too many: PostgreSQL, before it knows how
-- many domains a workspace has, took it to find one name and read them all. Lists sort by id instead.

drop index domains_of_workspace;

-- Ids rise with time and say the order of creation; a counter of their own costs every change.

drop index records_of_domain;
alter table records drop column position;

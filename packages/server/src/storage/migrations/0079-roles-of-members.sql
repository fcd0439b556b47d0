-- What a member may do, and the domains that they are limited to (JSON; null means all). Members of
-- earlier versions are owners, and so are those that the previous version adds.
alter table members add column role text not null default 'owner';
alter table members add column domain_names text;

-- A key can do no more than its creator. Keys whose creator has left were kept by the operator, and work
-- as keys that a command has created.
update api_keys set created_by = null
  where created_by is not null and not exists (
    select 1 from members
    where members.user_id = api_keys.created_by and members.workspace_id = api_keys.workspace_id
  );
update tsig_keys set created_by = null
  where created_by is not null and not exists (
    select 1 from members
    where members.user_id = tsig_keys.created_by and members.workspace_id = tsig_keys.workspace_id
  );

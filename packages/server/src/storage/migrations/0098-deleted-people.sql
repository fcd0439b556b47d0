-- People who deleted their account, until no entry of the activity names their address (docs/adr/0045).
create table erasures (
  user_id text primary key,
  email text not null,
  walked_to text not null,
  last_id text not null
);
-- The keys of a person in all workspaces.
create index api_keys_by_creator on api_keys (created_by) where created_by is not null;
create index tsig_keys_by_creator on tsig_keys (created_by) where created_by is not null;
-- Mails to people instead of workspaces.
create index mails_to_people on mails (recipient) where workspace_id is null;

-- Links to confirm a workspace's address for notices are replaced by newer ones. Links of earlier
-- versions have none, and expire within a day.
alter table link_tokens add column workspace_id text;

-- The account or the workspace that a mail to a person is about; null where it is neither, and for
-- mails of earlier versions, which the sandbox's mailbox no longer shows.
alter table mails add column cause text;

create index link_tokens_of_workspace on link_tokens (workspace_id) where workspace_id is not null;
create index mails_of_cause on mails (cause, id) where cause is not null;

-- Notices of one kind that a sweep writes for one workspace wait for each other: more than five become
-- one mail that lists them. Mails of 0.1.0 have no line for a list and were never waiting.
alter table mails add column summary text;
alter table mails add column gathered integer not null default 0;
alter table mails add column combined_in text;

create index mails_gathered on mails (workspace_id, kind, recipient) where gathered = 1;

-- Why a job waits for a person; null for the jobs of 0.1.0, which never do.
alter table jobs add column attention text;

-- What the registry answered to a command that it may or may not have carried out. Sends of 0.1.0
-- have none, so they never count as repeated failures.
alter table sends add column answer text;

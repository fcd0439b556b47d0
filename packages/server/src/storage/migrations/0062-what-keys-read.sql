-- Whether a key reads everything of its workspace. New keys of the scope dns do not; keys of earlier
-- versions, and those that they create beside this one, go on.
alter table api_keys add column reads_all integer not null default 1;

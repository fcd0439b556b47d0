-- The bytes of the events that are kept. Those from before are counted as none, and go by their age.
alter table event_streams add column bytes bigint not null default 0;

-- Few workspaces have that many.
create index event_streams_by_size on event_streams (bytes) where bytes > 16777216;

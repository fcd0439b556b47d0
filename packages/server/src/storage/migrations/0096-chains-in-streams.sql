-- The numbers of hash chains rise with those of events, in one row and one statement (docs/adr/0041).
-- The next release drops hash_chains.
alter table event_streams add column chained_at bigint;
alter table event_streams add column activity_seq bigint not null default 0;
alter table event_streams add column activity_first_seq bigint not null default 1;
alter table event_streams add column activity_anchor text not null
  default '0000000000000000000000000000000000000000000000000000000000000000';
alter table event_streams add column ledger_seq bigint not null default 0;

insert into event_streams (workspace_id, last_seq, first_seq, oldest_at, bytes)
select distinct workspace_id, 0, 1, cast(null as bigint), 0 from hash_chains as chain
where not exists (
  select 1 from event_streams as stream where stream.workspace_id = chain.workspace_id
);

update event_streams set
  chained_at = (
    select min(began_at) from hash_chains as chain
    where chain.workspace_id = event_streams.workspace_id
  ),
  ledger_seq = coalesce((
    select last_seq from hash_chains as chain
    where chain.workspace_id = event_streams.workspace_id and kind = 'ledger'
  ), 0);

update event_streams set
  activity_seq = (
    select last_seq from hash_chains as chain
    where chain.workspace_id = event_streams.workspace_id and kind = 'activity'
  ),
  activity_first_seq = (
    select first_seq from hash_chains as chain
    where chain.workspace_id = event_streams.workspace_id and kind = 'activity'
  ),
  activity_anchor = (
    select anchor from hash_chains as chain
    where chain.workspace_id = event_streams.workspace_id and kind = 'activity'
  )
where workspace_id in (select workspace_id from hash_chains where kind = 'activity');

create index event_streams_by_start on event_streams (chained_at);

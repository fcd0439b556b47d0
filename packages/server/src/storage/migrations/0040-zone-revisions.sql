-- The history of each zone. Domains of 0.1.0 begin with revision 0 and their records of that time;
-- a 0.1.0 process that still writes beside this version adds no revisions.
alter table domains add column zone_revision integer not null default 0;

create table zone_revisions (
  domain_id text not null,
  revision integer not null,
  -- Calendar time, as in the activity.
  at bigint not null,
  -- Machine time.
  recorded_at bigint not null,
  actor_kind text not null,
  actor_id text not null,
  via text not null,
  added integer not null,
  changed integer not null,
  removed integer not null,
  changes text not null,
  nameservers text,
  primary key (domain_id, revision)
);

-- Old revisions are found by one in 250 of them: an index of all would cost every change.
create index zone_revisions_by_age on zone_revisions (recorded_at) where revision % 250 = 0;

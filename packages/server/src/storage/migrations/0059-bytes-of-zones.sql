-- Large revisions are stored in parts of bounded size, so that no read has to hold all of one.
create table zone_revision_parts (
  domain_id text not null,
  revision integer not null,
  part integer not null,
  changes text not null,
  primary key (domain_id, revision, part)
);

-- The size of what changed. Revisions of earlier versions count as 0.
alter table zone_revisions add column bytes integer not null default 0;
alter table domains add column revision_bytes bigint not null default 0;

-- The bytes of the names and values of its records; null until the first change after an upgrade.
alter table domains add column record_bytes bigint;

-- The records of a zone are read in pages in the order of their creation.
create index records_in_order on records (domain_id, id);

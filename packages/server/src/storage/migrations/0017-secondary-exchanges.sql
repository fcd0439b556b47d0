-- A secondary may have several addresses. Those of 0.1.0 have none besides the first.

alter table secondaries add column other_addresses text not null default '[]';

-- What happened last between the service and a secondary about a zone. Zones of 0.1.0 have no row
-- until the next change.

create table secondary_exchanges (
  zone text not null,
  secondary text not null,
  notified_at bigint,
  notify_answer text,
  asked_at bigint,
  sent_at bigint,
  sent_serial bigint,
  failed_at bigint,
  failure text,
  sampled_at bigint,
  sample_problem text,
  primary key (zone, secondary)
);

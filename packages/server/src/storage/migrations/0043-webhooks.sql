-- Endpoints that events are delivered to, and each delivery. A data directory of 0.1.0 has none.
create table webhooks (
  id text primary key,
  workspace_id text not null references workspaces (id),
  url text not null,
  -- A JSON list; null for events of every type.
  types text,
  ordered integer not null,
  state text not null check (state in ('active', 'paused')),
  pause_reason text,
  -- Sealed. During a rotation the secret before signs too.
  secret text not null,
  previous_secret text,
  previous_until bigint,
  -- Events up to this number have a delivery, or are of another type.
  position bigint not null,
  failing_since bigint,
  created_at bigint not null
);
create index webhooks_of_workspace on webhooks (workspace_id);

create table webhook_deliveries (
  id text primary key,
  webhook_id text not null,
  event_id text not null,
  event_type text not null,
  -- Null for a test, whose event is kept here and not in the stream.
  seq bigint,
  test_event text,
  -- Sent as soon as possible, before its turn: tests and repetitions of single events.
  prompt integer not null,
  state text not null check (state in ('pending', 'delivered', 'failed')),
  attempts integer not null,
  next_at bigint not null,
  attempted_at bigint,
  duration_ms integer,
  url text,
  status integer,
  answer text,
  problem text
);
create unique index webhook_deliveries_of_event on webhook_deliveries (webhook_id, event_id);
create index webhook_deliveries_of_webhook on webhook_deliveries (webhook_id, id);
create index webhook_deliveries_pending on webhook_deliveries (webhook_id, seq) where state = 'pending';

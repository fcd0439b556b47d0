-- Renewals that a customer ordered together with a top-up: they begin when it is paid. Top-ups of 0.1.0
-- have none.
create table paid_renewals (
  top_up_id text not null references top_ups (id),
  name text not null,
  -- What the customer agreed to pay.
  max_cents bigint not null,
  state text not null check (state in ('waiting', 'done', 'refused')),
  primary key (top_up_id, name)
);

-- A customer's wish to pay. The row is there before the payment provider hears of it, and becomes
-- paid in the transaction of its transfer. Its times are machine time.

create table top_ups (
  id text primary key,
  workspace_id text not null references workspaces (id),
  requested_by text not null,
  amount_cents bigint not null check (amount_cents > 0),
  provider text not null check (provider in ('stripe', 'sandbox')),
  state text not null check (state in ('created', 'paid', 'failed', 'expired')),
  checkout_attempt integer not null,
  session_id text unique,
  pay_url text,
  payment_ref text,
  transfer_id text unique references transfers (id),
  created_at bigint not null,
  asked_at bigint not null,
  settled_at bigint,
  check ((state = 'paid') = (transfer_id is not null))
);
create index top_ups_undecided on top_ups (id) where state = 'created';
create index top_ups_of_payment on top_ups (payment_ref) where payment_ref is not null;

-- What the payment provider told us, each event once. One that does not fit keeps its problem.

create table payment_events (
  id text primary key,
  provider text not null,
  type text not null,
  top_up_id text references top_ups (id),
  received_at bigint not null,
  problem text,
  details text not null
);
create index payment_events_with_problem on payment_events (received_at) where problem is not null;

-- Credits on hold are the holds of undecided terms: few at any time, and asked for often.

create index terms_pending on terms (hold_id) where state = 'pending';

-- Requests of other registrars for domains of ours. 0.1.0 has noted none.
create table transfers_out (
  id text primary key,
  domain_id text not null references domains (id),
  -- pending, approved, denied or cancelled: as the registry tells it.
  state text not null,
  -- The registry's dates: of the request, and when it decides by itself.
  requested_at bigint not null,
  acts_at bigint not null,
  -- What the owner or an operator answers: approve or deny.
  decision text,
  -- Of the link in the mail to the owner.
  token_hash text not null unique,
  noted_at bigint not null
);
create unique index transfers_out_pending on transfers_out (domain_id) where state = 'pending';

-- When to look at the request of another registrar; null without one, as for domains of 0.1.0.
alter table domains add column transfer_out_until bigint;
-- When a domain went to another registrar, and until when its zone is still served. Null for all
-- others, as for domains of 0.1.0: their zones were closed at once.
alter table domains add column transferred_at bigint;
alter table domains add column zone_until bigint;

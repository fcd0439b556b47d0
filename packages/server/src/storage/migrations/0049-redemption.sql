-- A deleted domain that can be restored: when it was deleted and until when that is possible. Null for
-- all others, as for domains of 0.1.0.
alter table domains add column deleted_at bigint;
alter table domains add column redemption_until bigint;

-- What a restore costs; null: not offered, as for prices of 0.1.0.
alter table prices add column restore_credits bigint;

-- Renewals that begin with a restore of the deleted domain.
create table restores (
  term_id text primary key references terms (id),
  domain_id text not null references domains (id)
);

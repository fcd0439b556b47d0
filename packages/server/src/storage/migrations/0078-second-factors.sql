-- Second factors of accounts (docs/adr/0033). Sessions of earlier versions have given none.
create table totp_secrets (
  user_id text primary key references users (id),
  secret text not null,
  last_step bigint not null,
  confirmed_at bigint,
  created_at bigint not null
);

create table recovery_codes (
  user_id text not null references users (id),
  hash text not null,
  primary key (user_id, hash)
);

alter table sessions add column factor_at bigint;

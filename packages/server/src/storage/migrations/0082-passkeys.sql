-- Passkeys of accounts, and challenges that were answered (docs/adr/0033).
create table passkeys (
  id text primary key,
  credential_id text not null,
  user_id text not null references users (id),
  public_key text not null,
  counter bigint not null,
  name text not null,
  created_at bigint not null,
  used_at bigint
);
create unique index passkeys_by_credential on passkeys (credential_id);
create index passkeys_of_user on passkeys (user_id, id);

create table used_challenges (
  hash text primary key,
  expires_at bigint not null
);
create index used_challenges_by_end on used_challenges (expires_at);

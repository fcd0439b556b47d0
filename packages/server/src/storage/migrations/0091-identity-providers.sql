-- Sign-in by OpenID Connect (docs/adr/0040). Times are machine time.
create table identities (
  id text primary key,
  issuer text not null,
  subject text not null,
  user_id text not null references users (id),
  origin text not null,
  email text,
  created_at bigint not null,
  used_at bigint not null,
  unique (issuer, subject)
);
create index identities_of_user on identities (user_id, id);

-- Domains of mail addresses whose DNS has shown that they belong to a provider.
create table provider_domains (
  domain text primary key,
  issuer text not null,
  proven_at bigint not null
);

alter table sessions add column identity_id text;
alter table sessions add column provider_session text;
alter table sessions add column provider_factor_at bigint;

-- Until when a password signs in although the domain of the address says "only by provider".
alter table users add column password_until bigint;

create index sessions_of_identity on sessions (identity_id);
create index sessions_at_provider on sessions (provider_session);

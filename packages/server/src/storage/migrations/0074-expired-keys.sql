-- When the event about the expiry of a key was written.
alter table api_keys add column expiry_noted_at bigint;
alter table tsig_keys add column expiry_noted_at bigint;

-- The sweep looks for these every second; they are few.
create index api_keys_expiring on api_keys (expires_at, id)
  where expires_at is not null and revoked_at is null and expiry_noted_at is null;
create index tsig_keys_expiring on tsig_keys (expires_at, name)
  where expires_at is not null and revoked_at is null and expiry_noted_at is null;

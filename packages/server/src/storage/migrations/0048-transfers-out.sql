-- Keys that may unlock domains and issue auth codes. They are stored with the scope read, which is all
-- that 0.1.0 grants them. Keys of 0.1.0 may not.
alter table api_keys add column transfers integer not null default 0;

-- When an issued auth code is replaced; null where none was issued, as for domains of 0.1.0.
alter table domains add column auth_code_expires_at bigint;

-- The newest transfer of a name, its first sponsor once it was transferred, and when its auth code
-- was set. Codes from before do not expire.
alter table objects add column transfer text;
alter table objects add column transfer_until bigint;
alter table objects add column creator text;
alter table objects add column auth_code_set_at bigint;

create index objects_in_transfer on objects (transfer_until) where transfer_until is not null;

-- Keys of signed zones can be replaced by their age (docs/adr/0036).
create index zone_keys_by_age on zone_keys (created_at) where stage = 'current';

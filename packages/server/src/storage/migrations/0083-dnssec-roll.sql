-- Keys of signed zones can be replaced (docs/adr/0036).
alter table zone_keys add column stage text not null default 'current';

-- Whether the key that is replaced is compromised.
alter table domain_dnssec add column is_urgent integer not null default 0;

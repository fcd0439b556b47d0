-- Keys for UPDATE that may also read their zones by transfer, and keys for several or for all domains
-- of a workspace. Keys of 0.1.0 read nothing and are for their one domain. A key for all domains has
-- the empty domain_name, with which 0.1.0 lets it change nothing.

alter table tsig_keys add column may_transfer integer not null default 0;
alter table tsig_keys add column all_domains integer not null default 0;
alter table tsig_keys add column more_domains text;

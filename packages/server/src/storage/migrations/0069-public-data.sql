-- When the registry confirmed the last change of a domain; RDAP and WHOIS show it. Null for domains
-- that were not changed since the upgrade.
alter table registry_notes add column changed_at bigint;

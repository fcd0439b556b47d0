-- The domains of a workspace in the order of registration. It replaces the index on expressions of
-- 0055, which 0.1.0 does not use.
create index domains_of_workspace_in_order on domains (workspace_id, id);
drop index domains_in_order_of_id;

-- Looked up by domain or term: without an index each lookup read the whole table.
create index restores_of_domain on restores (domain_id);
create index transfers_in_of_term on transfers_in (term_id);

-- Who had a name: the other states have the unique index domains_hold_name.
create index domains_had_name on domains (name) where state in ('released', 'failed');

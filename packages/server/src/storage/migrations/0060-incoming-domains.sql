-- A domain that is coming in is stored as `provisioning` and not visible, which 0.1.0 can read. A later
-- version stores `incoming`; this one reads both. The lookups need indexes with the same conditions.
create index domains_coming_in on domains (workspace_id, name)
  where visible = 0 and state in ('provisioning', 'incoming');
drop index domains_incoming;

-- Who has a name; that only one has it is still the unique index domains_hold_name.
create index domains_held on domains (name)
  where state in ('provisioning', 'incoming', 'live', 'releasing');

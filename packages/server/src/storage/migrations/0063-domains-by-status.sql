-- What the overview counts and lists of a workspace, without reading its domains one by one. A column
-- that no look-up of a name has goes first, so that none of them takes this index.
create index domains_by_status
  on domains (renewal_failed, workspace_id, visible, state, auto_renew, expires_at, id);
create index domains_restorable on domains (workspace_id, redemption_until)
  where visible = 1 and state = 'releasing';

-- Few domains have one.
create index registry_notes_refused on registry_notes (domain_id) where refusal is not null;

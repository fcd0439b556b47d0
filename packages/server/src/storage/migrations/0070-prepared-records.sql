-- The bytes of records that a workspace has prepared for transfers: few of its domains have any.
create index domains_prepared on domains (workspace_id, record_bytes)
  where visible = 0 and state in ('provisioning', 'incoming', 'failed') and record_bytes > 0;

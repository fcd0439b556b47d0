-- When an owner or an operator deleted the workspace (calendar time, docs/adr/0045); null for all others.
alter table workspaces add column deleted_at bigint;

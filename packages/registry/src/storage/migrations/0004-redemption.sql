-- The redemption period of deleted names. Names that were deleted before can be restored until they
-- are purged.
alter table objects add column redemption_until bigint;
alter table objects add column restore_requested_at bigint;

update objects set redemption_until = purges_at where purges_at is not null;

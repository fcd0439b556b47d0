-- What a transfer from another registrar costs; null: as much as a year of renewal, as for prices of
-- 0.1.0.
alter table prices add column transfer_credits bigint;

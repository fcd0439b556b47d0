-- Whether each secondary answers, asked for without waiting for a change. Machine times.
alter table secondaries add column reached_at bigint;
-- Null while it answers.
alter table secondaries add column unreachable_since bigint;

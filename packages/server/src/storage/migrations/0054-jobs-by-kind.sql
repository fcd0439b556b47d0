-- A worker looks for the kinds it handles. By time alone it read every due job of the other kinds.
create index jobs_due_by_kind on jobs (kind, run_at);
drop index jobs_due;

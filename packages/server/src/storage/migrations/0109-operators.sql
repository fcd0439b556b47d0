-- Accounts of operators see the state of the service in the dashboard. Null for all others.
alter table users add column operator_since bigint;

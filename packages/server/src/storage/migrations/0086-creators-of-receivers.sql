-- The person who added a webhook or an own secondary, or whose key did; null where that is not known.
alter table webhooks add column created_by text;
alter table domain_secondaries add column created_by text;

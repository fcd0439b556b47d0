-- The mailbox and the timers in the SOA of a domain, as JSON; null for those of the service.
alter table domains add column soa text;

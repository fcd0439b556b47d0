-- DS records that the registry has confirmed, and resolvers do not see in its zone yet.
alter table domain_dnssec add column ds_confirmed_at bigint;
alter table domain_dnssec add column parent_unanswered text;

-- DS records of domains that are signed by another operator, as the customer has given them.
alter table domain_dnssec add column foreign_ds text;

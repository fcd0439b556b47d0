-- Hosts that we created at a registry, so that those inside a name can be moved out before it is
-- deleted. Hosts from the time of 0.1.0 are missing: they are found by what the registry lists.
create table registry_hosts (
  registry text not null,
  name text not null,
  primary key (registry, name)
);

-- Why the registry refused the latest change of the nameservers or of privacy; null when it did not,
-- and for domains of 0.1.0.
alter table registry_notes add column refusal text;

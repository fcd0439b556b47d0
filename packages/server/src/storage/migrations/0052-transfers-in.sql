-- Transfers from other registrars. Until it has succeeded, the domain of a transfer is provisioning and
-- not visible. 0.1.0 has none.
create table transfers_in (
  id text primary key,
  workspace_id text not null references workspaces (id),
  domain_id text not null unique references domains (id),
  term_id text not null references terms (id),
  status text not null,
  reason text,
  action text,
  -- Sealed; null once the transfer has ended.
  auth_code text,
  -- Its owner wants it cancelled, and the registry has not confirmed that.
  is_cancelling integer not null,
  -- When the registry acts by itself, or the deadline of an action.
  until bigint,
  created_at bigint not null,
  updated_at bigint not null
);
create index transfers_in_of_workspace on transfers_in (workspace_id, id);

create index domains_incoming on domains (workspace_id, name)
  where visible = 0 and state = 'provisioning';

-- The expiry that came with a transfer; null for registrations and renewals, as for terms of 0.1.0.
alter table terms add column ends_at bigint;

-- When a domain came from another registrar; null for all others, as for domains of 0.1.0.
alter table domain_moves add column transferred_at bigint;

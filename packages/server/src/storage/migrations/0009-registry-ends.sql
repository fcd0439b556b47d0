-- When a registration failed or a name was released (calendar time): what the registry still holds
-- for us after that costs money, so it is looked at for a while from then on.

alter table registry_notes add column ended_at bigint;

insert into registry_notes (domain_id, seen_at, sends_auth_code)
  select id, 0, 0 from domains
  where state in ('failed', 'released')
    and not exists (select 1 from registry_notes where registry_notes.domain_id = domains.id);

update registry_notes set ended_at = (
  select case when state = 'failed' then created_at else expires_at end
  from domains where domains.id = registry_notes.domain_id
) where domain_id in (select id from domains where state in ('failed', 'released'));

-- The dashboard shows a workspace the domains that other registrars have asked for, which are few.
create index domains_leaving on domains (workspace_id, id) where transfer_out_until is not null;

-- Whether a workspace has ever topped up, for the first steps.
create index top_ups_paid on top_ups (workspace_id) where state = 'paid';

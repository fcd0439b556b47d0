-- From when members of a workspace need a second factor in the dashboard (calendar time); null for never.
alter table workspaces add column second_factor_from bigint;

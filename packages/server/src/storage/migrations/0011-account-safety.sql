-- A workspace's new address for notices waits here until its link is opened; `email` is always a
-- confirmed one. Rows of 0.1.0: their address counts as confirmed, and no other one is pending.

alter table workspaces add column pending_email text;

-- When an operator suspended the workspace. Rows of 0.1.0: not suspended.

alter table workspaces add column suspended_at bigint;

-- When the password was last entered in this session (machine time). Sessions of 0.1.0 have null and
-- are asked for the password before the next sensitive change.

alter table sessions add column password_at bigint;

-- Browsers from which a user has signed in, known by the hash of a cookie (machine time). Starts
-- empty: the first sign-in after the update counts as one from a new device.

create table devices (
  user_id text not null references users (id),
  hash text not null,
  seen_at bigint not null,
  primary key (user_id, hash)
);
create index devices_by_use on devices (seen_at);

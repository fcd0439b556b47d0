-- What the next serial of a signed zone is above, as after a restore; unsigned zones get theirs at once.
alter table zones add column serial_floor bigint not null default 0;

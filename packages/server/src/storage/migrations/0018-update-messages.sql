-- Signatures of DNS UPDATE messages that took effect, until they are too old to be accepted again:
-- an exact repeat of a message is refused. There are none of 0.1.0 to remember.

create table update_messages (
  mac text primary key,
  expires_at bigint not null
);

create index update_messages_by_expiry on update_messages (expires_at);
